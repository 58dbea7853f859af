import { chosenFileType, type FileType, mediaTypes } from './file-type.js';
import type { LoadFileContext, LoadFileOptions } from './load-file.js';
import { refusedOrLost, retrying } from './retry.js';

export type PreviewFileOptions = Pick<LoadFileOptions, 'name' | 'format' | 'compression' | 'signal'>;

export interface FilePreview {
  readonly columns: readonly { readonly name: string; readonly type: string; readonly nullable: boolean }[];
  /** The first rows, each value as text. */
  readonly rows: readonly (readonly (string | null)[])[];
}

const bytesMax = 1024 * 1024;

export async function previewFile(
  { send, retry }: LoadFileContext,
  dataPool: string,
  file: Blob,
  options: PreviewFileOptions = {},
): Promise<FilePreview | undefined> {
  const name = options.name ?? (file as { readonly name?: string }).name;
  const { signal } = options;
  const beginning = await beginningOf(file, chosenFileType(name, options));
  if (!beginning) return undefined;
  const { body, format, compression } = beginning;
  const headers = {
    'content-type': mediaTypes[format],
    ...(compression !== 'none' && { 'content-encoding': compression }),
  };
  const path = `/v1/load/${encodeURIComponent(dataPool)}/preview`;
  const once = () => send(path, { method: 'POST', headers, body }, signal);
  const answer = await retrying(once, refusedOrLost, retry, signal);
  return answer.body as FilePreview;
}

/** Whole rows from the beginning of a file, uncompressed if that is how they are found. */
async function beginningOf(
  file: Blob,
  type: FileType,
): Promise<(FileType & { readonly body: BodyInit }) | undefined> {
  if (file.size <= bytesMax) return { ...type, body: file };
  const { format, compression } = type;
  if ((format !== 'csv' && format !== 'ndjson') || compression === 'zstd') return undefined;
  const bytes =
    compression === 'none'
      ? new Uint8Array(await file.slice(0, bytesMax).arrayBuffer())
      : await inflatedBeginning(file);
  return { format, compression: 'none', body: bytes.subarray(0, wholeRowsEnd(bytes, format === 'csv')) };
}

async function inflatedBeginning(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(bytesMax);
  let size = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  while (size < bytesMax) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, bytesMax - size), size);
    size += value.byteLength;
  }
  await reader.cancel();
  return bytes.subarray(0, size);
}

const lineFeed = 0x0a;
const quote = 0x22;

/** The end of the last whole row. In CSV, a line may end inside of quotes. */
function wholeRowsEnd(bytes: Uint8Array, isQuoted: boolean): number {
  let end = 0;
  let isInside = false;
  for (const [at, byte] of bytes.entries()) {
    if (isQuoted && byte === quote) isInside = !isInside;
    else if (byte === lineFeed && !isInside) end = at + 1;
  }
  return end;
}

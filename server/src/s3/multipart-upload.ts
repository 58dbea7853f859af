import { errorOfAnswer, S3Error } from './s3-error.js';
import { textOf } from './xml-text.js';

/** S3's rules: parts of at least 5 MiB but the last, at most 10,000 of them. */
const partBytesMin = 16 * 1024 * 1024;
const partsMax = 10_000;

export interface PartRange {
  readonly number: number;
  readonly start: number;
  readonly bytes: number;
}

export interface UploadedPart {
  readonly number: number;
  /** As the endpoint gave it, with quotation marks. */
  readonly etag: string;
}

/** How a file is divided. An empty file has one empty part. */
export function partRanges(size: number): readonly PartRange[] {
  const partBytes = Math.max(partBytesMin, Math.ceil(size / partsMax));
  const parts = Math.max(1, Math.ceil(size / partBytes));
  return Array.from({ length: parts }, (_, index) => {
    const start = index * partBytes;
    return { number: index + 1, start, bytes: Math.min(partBytes, size - start) };
  });
}

const foreignAnswer = () =>
  new S3Error('endpoint', 'The endpoint does not answer as S3 does when an object is uploaded');

/** Reads the answer to CreateMultipartUpload. */
export function readUploadId(xml: string): string {
  const id = textOf(xml, 'UploadId');
  if (id === undefined || id === '') throw foreignAnswer();
  return id;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The request and the answer of CompleteMultipartUpload. */
export const completeUpload = {
  write: (parts: readonly UploadedPart[]): string => {
    const part = ({ number, etag }: UploadedPart) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`;
    return `<CompleteMultipartUpload>${parts.map(part).join('')}</CompleteMultipartUpload>`;
  },
  /** S3 answers 200 before it has put the parts together, so a failure has the status 200 too. */
  check: (xml: string): void => {
    if (xml.includes('<Error>')) throw errorOfAnswer(200, xml);
    if (!xml.includes('<CompleteMultipartUploadResult')) throw foreignAnswer();
  },
};

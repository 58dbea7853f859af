import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Service } from './service.js';

export const formats = ['csv', 'ndjson', 'parquet', 'arrow'] as const;
export type Format = (typeof formats)[number];

/** `POST /v1/export`, as a client sends it. */
export function postExport(
  { url, authorization: own }: Pick<Service, 'url' | 'authorization'>,
  body: object,
  { authorization = own, signal }: { authorization?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${url}/v1/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** The whole file. Throws if the export was refused. */
export async function exported(
  service: Pick<Service, 'url' | 'authorization'>,
  body: object,
  authorization?: string,
): Promise<Buffer> {
  const response = await postExport(service, body, authorization === undefined ? {} : { authorization });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The error of an export that was refused. */
export async function refusal(
  response: Response,
): Promise<{ status: number; code: string; message: string }> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, ...error };
}

/** How DuckDB reads a file of each format, with the types that it finds itself. */
const readers: Readonly<Record<Exclude<Format, 'arrow'>, (path: string) => string>> = {
  csv: (path) => `read_csv('${path}', allow_quoted_nulls = false)`,
  ndjson: (path) => `read_ndjson('${path}')`,
  parquet: (path) => `read_parquet('${path}')`,
};

/** The rows of a query over an exported file, `FROM file`. */
export async function askDuckDb(
  file: Uint8Array,
  format: Exclude<Format, 'arrow'>,
  query: string,
): Promise<unknown[][]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-duckdb-'));
  const instance = await DuckDBInstance.create();
  try {
    const path = join(directory, 'file');
    writeFileSync(path, file);
    const connection = await instance.connect();
    const text = query.replaceAll('FROM file', `FROM ${readers[format](path)}`);
    const read = await connection.runAndReadAll(text);
    connection.closeSync();
    return read.getRowsJS() as unknown[][];
  } finally {
    instance.closeSync();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** DuckDB on a file of its own, in this process: it runs on threads of its own too. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

export interface DuckDb {
  /** The rows of a statement, all of them read. */
  ask(text: string): Promise<unknown[][]>;
  /** What is stored takes this much on disk. */
  fileBytes(): Promise<number>;
  close(): void;
}

export async function openDuckDb(): Promise<DuckDb> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const file = join(directory, 'peer.duckdb');
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  return {
    ask: async (text) => (await connection.runAndReadAll(text)).getRowsJson(),
    fileBytes: async () => {
      await connection.run('CHECKPOINT');
      return statSync(file).size;
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
      rmSync(directory, { recursive: true });
    },
  };
}

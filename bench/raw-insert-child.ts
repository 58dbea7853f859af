/** The floor of storing: chDB called directly with rows that are ready, one group after the other. */
import { readFileSync } from 'node:fs';
import { Session } from 'chdb';

export interface RawInsertRequest {
  readonly table: string;
  readonly statements: readonly string[];
  readonly rowsFile: string;
  readonly rowsPerGroup: number;
  readonly seconds: number;
}

const session = new Session();
let isReady = false;
process.on('message', async ({ table, statements, rowsFile, rowsPerGroup, seconds }: RawInsertRequest) => {
  if (!isReady) for (const statement of statements) await session.queryAsync(statement);
  isReady = true;
  const group = readFileSync(rowsFile);
  const startedAt = performance.now();
  let groups = 0;
  while (performance.now() - startedAt < seconds * 1000) {
    await session.insert({ table, values: group, format: 'JSONEachRow' });
    groups += 1;
  }
  process.send?.((groups * rowsPerGroup) / ((performance.now() - startedAt) / 1000));
});
process.send?.('ready');

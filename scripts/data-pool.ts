/**
 * Copies a Data Pool between services, through a directory with its definition and its records:
 *
 *   npm run data-pool export orders ./orders
 *   npm run data-pool import ./orders [new-name]
 *
 * WEIR_URL, WEIR_CLIENT_ID and WEIR_CLIENT_SECRET say which service, and as which Application.
 */
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  createDataPool,
  createWeirClient,
  readDataPoolDefinition,
  type SavedDataPool,
  type WeirClient,
} from '@weir/client';

const usage = `Usage: npm run data-pool export <data pool> <directory>
       npm run data-pool import <directory> [<new name>]
with WEIR_URL, WEIR_CLIENT_ID and WEIR_CLIENT_SECRET in the environment`;
const definitionFile = 'definition.json';
const recordsFile = 'records.parquet';
const indentation = 2;

async function exportDataPool(client: WeirClient, name: string, directory: string): Promise<void> {
  const definition = await readDataPoolDefinition(client, name);
  await mkdir(directory, { recursive: true });
  const path = join(directory, recordsFile);
  const { body } = await client.exportFile({ dataPool: name, format: 'parquet', includeRecordIds: true });
  await pipeline(body, createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
  await writeFile(join(directory, definitionFile), `${JSON.stringify(definition, undefined, indentation)}\n`);
  console.log(`Data Pool "${name}" with ${definition.metrics.length} Metrics is in ${directory}`);
}

async function importDataPool(client: WeirClient, directory: string, name?: string): Promise<void> {
  const text = await readFile(join(directory, definitionFile), 'utf8');
  const definition = JSON.parse(text) as SavedDataPool;
  if (definition.weir !== 1) throw new Error(`${definitionFile} is not a definition that this version knows`);
  const records = await openAsBlob(join(directory, recordsFile));
  const pool = await createDataPool(client, definition, name);
  const { rows } = await client.loadFile(pool.id, records, {
    name: recordsFile,
    onProgress: ({ stage, bytesSent, bytesTotal = 0, jobProgress }) =>
      progress(
        stage === 'UPLOADING' ? `sent ${share(bytesSent, bytesTotal)}` : `loaded ${share(jobProgress, 1)}`,
      ),
  });
  progress('');
  console.log(`Data Pool "${pool.uniqueName}" has ${rows} records and ${definition.metrics.length} Metrics`);
}

const share = (done: number, total: number) => `${Math.round((100 * done) / Math.max(total, 1))} %`;

/** On one line of a terminal, and nowhere else. */
function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${text.padEnd(20)}${text === '' ? '\r' : ''}`);
}

const [command, first, second] = process.argv.slice(2);
const { WEIR_URL: url, WEIR_CLIENT_ID: clientId, WEIR_CLIENT_SECRET: clientSecret } = process.env;
const isExport = command === 'export' && second !== undefined;
if (!url || !clientId || !clientSecret || first === undefined || !(isExport || command === 'import')) {
  console.error(usage);
  process.exit(2);
}
const client = createWeirClient({ url, credentials: { clientId, clientSecret } });
try {
  await (isExport ? exportDataPool(client, first, second) : importDataPool(client, first, second));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

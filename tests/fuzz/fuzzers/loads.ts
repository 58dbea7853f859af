import { gzipSync } from 'node:zlib';
import type { Choices } from '../choices.js';
import type { Fuzzer } from '../fuzz-case.js';
import type { World } from '../world/world.js';
import { damagedBytes } from './webhooks.js';

/**
 * Files into one Data Pool, whole and damaged. A file that its job cannot finish would hold up those behind it, whose requests
 * would not be answered.
 */
const answerMsMax = 60_000;
let made = 0;

function rowsOf(choices: Choices): Record<string, unknown>[] {
  return choices.many(1, 4, () => {
    made += 1;
    return { id: `l${made}`, at: '2026-03-01T00:00:00Z', name: 'x', qty: made % 100, big: '5', doc: null };
  });
}

const columns = ['id', 'at', 'name', 'qty', 'big', 'doc'];
const csv = (rows: readonly Record<string, unknown>[]) =>
  [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))].map((row) => row.join()).join('\n');

interface File {
  readonly type: string;
  readonly bytes: Buffer;
}

function fileOf(choices: Choices, { parquet }: World): File {
  const rows = rowsOf(choices);
  return choices.weighted<File>([
    [2, () => ({ type: 'text/csv', bytes: Buffer.from(csv(rows)) })],
    [
      2,
      () => ({
        type: 'application/x-ndjson',
        bytes: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
      }),
    ],
    [1, () => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(rows)) })],
    [4, () => ({ type: 'application/vnd.apache.parquet', bytes: Buffer.from(parquet) })],
  ]);
}

export const loadsFuzzer: Fuzzer = {
  name: 'loads',
  acceptedPercentMin: 20,
  generate: (choices, world) => {
    const { type, bytes } = fileOf(choices, world);
    const isDamaged = choices.chance(60);
    const isZipped = choices.chance(20);
    const content = isDamaged ? damagedBytes(choices, bytes) : bytes;
    const headers = {
      authorization: world.loader,
      'content-type': choices.chance(5) ? 'application/octet-stream' : type,
      ...(isZipped && { 'content-encoding': 'gzip' }),
    };
    const body = isZipped ? gzipSync(content) : content;
    const path = `/v1/load/${choices.chance(97) ? world.pools.files.name : world.pools.vault.id}`;
    return { actor: 'nobody', request: { method: 'POST', path, headers, body }, answerMsMax };
  },
  accepted: ({ status }) => status === 200,
};

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WeirError } from '../../server/src/base/errors.js';
import { yieldToEventLoop } from '../../server/src/base/in-slices.js';
import { dataPoolSource } from '../../server/src/sql/compiler/data-pool-source.js';
import { parseFilter, parseMetricExpression } from '../../server/src/sql/compiler/parse-expression.js';
import { parseText, type ResolveTable } from '../../server/src/sql/compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import { boundStatement } from '../../server/src/sql/compiler/statement-sql.js';
import { printValue } from '../../server/src/sql/term/print-query.js';
import { expressionLimits } from '../../server/src/sql/text/expression-limits.js';
import { statementLimits } from '../../server/src/sql/text/statement-limits.js';
import { BoundValues } from '../../server/src/sql/values.js';
import { extent, sample } from '../support/extent.js';
import { type HostileText, hostileColumns, hostileTable, hostileTexts } from './sql-texts.js';

/** Nothing else is answered while the event loop is held. `npm test` notices only what would be far too long on any machine. */
const heldMsMax = extent(2_000, 100);
const attemptsMax = extent(2, 5);

let parsers: SqlParsers;
beforeAll(async () => {
  parsers = await loadParsers(fileURLToPath(new URL('../../server/dist/parse-worker.js', import.meta.url)));
});
afterAll(() => parsers.pool?.close());

const dataPool = {
  id: 'DPO_hostile',
  environmentId: 'ENV_hostile',
  columns: hostileColumns,
  timestamp: 't',
  rowIdInSortKey: true,
  tableSettings: {
    engine: { type: 'MERGE_TREE' as const },
    orderBy: [],
    partitionBy: [],
    primaryKey: [],
    ttl: null,
  },
  dataRetentionInDays: null,
};

const resolveTable: ResolveTable = (name) =>
  name === hostileTable ? dataPoolSource(dataPool, hostileColumns, null) : undefined;

/** All that happens to a text before the engine is given anything. */
async function compile({ kind, dialect, text }: HostileText): Promise<void> {
  if (kind !== 'statement') {
    const term =
      kind === 'filter'
        ? parseFilter(parsers, text, hostileColumns)
        : parseMetricExpression(parsers, text, hostileColumns).term;
    printValue(term, new BoundValues());
    return;
  }
  const { resolve } = await parseText(parsers, text, dialect, { applicationId: 'APP', tenant: '' });
  await yieldToEventLoop();
  const tree = resolve(resolveTable);
  await yieldToEventLoop();
  boundStatement(tree);
}

/** The longest that the event loop did not turn meanwhile. */
async function held(work: () => Promise<void>): Promise<number> {
  let last = performance.now();
  let longestMs = 0;
  const turn = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  let ticking = setImmediate(function tick() {
    turn();
    ticking = setImmediate(tick);
  });
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WeirError) || error.code !== 'BAD_REQUEST') throw error;
  } finally {
    turn();
    clearImmediate(ticking);
  }
  return longestMs;
}

const unitMsNominal = 12;

/** How many times slower than usual this machine is just now. */
function slowness(): number {
  const from = performance.now();
  let value = 1;
  for (let step = 0; step < 10_000_000; step += 1) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0;
  expect(value).not.toBe(1);
  return Math.max(1, (performance.now() - from) / unitMsNominal);
}

test.each(
  sample(hostileTexts, 70).map((text) => [text.kind, text.name, text.dialect ?? 'either', text] as const),
)('%s of %s (%s)', async (_kind, _name, _dialect, text) => {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attemptsMax && best > heldMsMax; attempt += 1) {
    best = Math.min(best, (await held(() => compile(text))) / slowness());
  }
  expect(best).toBeLessThan(heldMsMax);
});

test('every text is as long as the service takes', () => {
  for (const { kind, name, text } of hostileTexts) {
    const limits = kind === 'statement' ? statementLimits : expressionLimits;
    expect(text.length, name).toBeLessThanOrEqual(limits.textLengthMax);
  }
});

test('the parsers still work after all of them', async () => {
  await compile({ name: '', kind: 'filter', dialect: undefined, text: 'a = 1' });
  await compile({ name: '', kind: 'statement', dialect: 'POSTGRESQL', text: 'select a from orders' });
});

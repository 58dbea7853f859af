import type { Choices } from '../choices.js';
import { type Fuzzer, withoutErrors } from '../fuzz-case.js';
import { damaged } from '../generate/damage.js';
import type { Dialect } from '../generate/expressions.js';
import { Statements } from '../generate/statements.js';
import type { World } from '../world/world.js';
import { graphqlCase, queriers } from './twins.js';

const document = `query ($input: SqlV1Input!) { sqlV1(input: $input) {
  columns { columnName type isNullable } rows
  info { id sql recordsProcessed bytesProcessed resultingRecords resultingBytes status } } }`;
const describing = `query ($input: DescribeSqlV1Input!) { describeSqlV1(input: $input) {
  columns { columnName type isNullable } } }`;

const damagedPercent = 12;
const describedPercent = 5;

export const sqlFuzzer: Fuzzer = {
  name: 'sql',
  acceptedPercentMin: 30,
  generate: (choices, world) => {
    const actor = choices.pick(queriers);
    const dialect = choices.pick(['POSTGRESQL', 'COLUMNSTORE'] as const);
    const query = statement(choices, dialect, world);
    const shown = choices.chance(80) ? { query, dialect } : { query };
    return graphqlCase(world, actor, choices.chance(describedPercent) ? describing : document, {
      input: shown,
    });
  },
  accepted: withoutErrors,
};

export function statement(choices: Choices, dialect: Dialect, { pools, ids, surfaces }: World): string {
  const names = {
    readable: [
      choices.pick([pools.ledger.name, `"${pools.ledger.id}"`]),
      pools.open.name,
      surfaces.view.name,
    ],
    forbidden: [
      pools.vault.name,
      `"${pools.vault.id}"`,
      `"${pools.foreign.id}"`,
      'system.tables',
      'system.query_log',
      'information_schema.tables',
      'pg_catalog.pg_class',
      "file('/etc/passwd')",
      `"${ids[0]}".x`,
      'weir.query_history',
    ],
  };
  const text = new Statements(choices, dialect, names).statement();
  return choices.chance(damagedPercent) ? damaged(choices, text) : text;
}

import { badInput } from '../../base/errors.js';
import { isId } from '../../base/ids.js';
import type { Principal } from '../../base/principal.js';
import type { FileFormat } from '../../engine/engine.js';
import type { ExportInput as FileInput } from '../../query/export-file.js';
import type { ExportKind, ExportSource } from '../../query/export-plan.js';
import { exactlyOne } from '../exactly-one.js';
import type { ExportFormat, ExportInput } from '../generated/resolver-types.js';
import { reportRowsInput } from '../query/report-input.js';
import { gridRowsInput } from '../records/grid-input.js';
import { requireScope, scopesFor } from '../scope-rules.js';
import { sqlInput } from '../sql/sql-input.js';

/** The query of the API that returns the same, whose scopes an export needs too. */
const sameQuery: Readonly<Record<ExportKind, string>> = {
  sql: 'sqlV1',
  dataGrid: 'dataGrid',
  metricReport: 'metricReport',
  dataPool: 'dataGrid',
};

const formats: Readonly<Record<ExportFormat, FileFormat>> = {
  CSV: 'csv',
  NDJSON: 'ndjson',
  PARQUET: 'parquet',
  ARROW: 'arrow',
};

export const formatNameOf = (format: FileFormat): ExportFormat =>
  exportFormats.find((name) => formats[name] === format) as ExportFormat;

export const exportFormats = Object.keys(formats) as readonly ExportFormat[];

/** What to export. Refuses a caller without the scope for it. */
export function exportInput(input: ExportInput, principal: Principal): FileInput {
  const source = sourceOf(input);
  requireScope(principal, 'Query', sameQuery[source.kind]);
  const format = formats[input.format];
  const { safeForSpreadsheets = false, includeRecordIds = false } = input;
  if (safeForSpreadsheets && format !== 'csv')
    throw badInput('safeForSpreadsheets', 'only CSV files need it; remove it, or choose the format CSV');
  if (includeRecordIds && source.kind !== 'dataPool')
    throw badInput('includeRecordIds', 'only a whole Data Pool has record IDs; give dataPool, or remove it');
  if (input.dialect !== undefined && source.kind !== 'sql')
    throw badInput('dialect', 'only sql has a dialect; remove it');
  return { source, format, safeForSpreadsheets };
}

/** Whether the caller could export the same. */
export function canExport({ scopes }: Principal, { source: { kind } }: FileInput): boolean {
  return (scopesFor('Query', sameQuery[kind]) ?? []).some((scope) => scopes.has(scope));
}

function sourceOf(input: ExportInput): ExportSource {
  const given = exactlyOne('export', input, ['sql', 'dataGrid', 'metricReport', 'dataPool']);
  switch (given.field) {
    case 'sql':
      return { kind: 'sql', input: sqlInput({ query: given.value, dialect: input.dialect }) };
    case 'dataGrid':
      refusePage(given.field, given.value);
      return { kind: 'dataGrid', input: gridRowsInput(given.value) };
    case 'metricReport':
      refusePage(given.field, given.value);
      return { kind: 'metricReport', input: reportRowsInput(given.value) };
    case 'dataPool':
      return {
        kind: 'dataPool',
        input: {
          dataPool: isId('dataPool', given.value) ? { id: given.value } : { name: given.value },
          includeRecordIds: input.includeRecordIds ?? false,
        },
      };
  }
}

const pageFields = ['first', 'after', 'last', 'before'] as const;

/** An export that silently ignored its page would be larger than its user expects. */
function refusePage(
  where: string,
  input: { readonly [Field in (typeof pageFields)[number]]?: unknown },
): void {
  const field = pageFields.find((name) => input[name] !== undefined);
  if (field) throw badInput(`${where}.${field}`, 'an export has all rows; remove it');
}

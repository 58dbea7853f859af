import { badInput } from '../base/errors.js';
import { requestIdColumn } from '../sql/data-pool-ddl.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { orderBy } from '../sql/keyset.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { columnName } from '../sql/term/term.js';
import { whereOf } from '../sql/time-filter.js';
import { InlineValues } from '../sql/values.js';
import type { Caller } from './caller.js';
import { type DataPoolReference, findDataPool } from './find-metric.js';
import type { BoosterUse } from './fitting-booster.js';
import type { QueryServices } from './operation.js';
import { type GridRowsInput, planGrid } from './plan-grid.js';
import { headersOf, planReport, type ReportRowsInput, reportBooster, reportColumns } from './plan-report.js';
import type { QueryType } from './query-info.js';
import { scopeConditions } from './query-scope.js';
import { findSource, type Printing } from './readable-source.js';
import { reportOrder } from './report-order.js';
import { reportRows } from './report-plan.js';
import { readSql, type SqlInput } from './run-sql.js';
import { type Runnable, runnable, runnableOver } from './written-statement.js';

/** Everything that can be exported, by its name in the API. */
export interface ExportSources {
  readonly sql: SqlInput;
  readonly dataGrid: GridRowsInput;
  readonly metricReport: ReportRowsInput;
  readonly dataPool: WholeDataPool;
}

export type ExportKind = keyof ExportSources;

export type ExportSource = {
  [Kind in ExportKind]: { readonly kind: Kind; readonly input: ExportSources[Kind] };
}[ExportKind];

export interface WholeDataPool {
  readonly dataPool: DataPoolReference;
  /** Adds the hidden ID of each record, by which another Weir recognizes it. */
  readonly includeRecordIds: boolean;
}

/** All rows of a query, to be written to a file. */
export interface ExportPlan {
  readonly type: QueryType;
  /** The names of the columns, as the API shows them. */
  readonly names: readonly string[];
  /** What the file is named after. */
  readonly subject: string;
  readonly booster?: BoosterUse;
  readonly shown: () => string;
  /** A statement over the rows, whose columns are `_0`, `_1` and so on. */
  readonly over: (write: (rows: Sql) => Sql) => Runnable;
}

type Planner<Kind extends ExportKind> = (
  services: QueryServices,
  caller: Caller,
  input: ExportSources[Kind],
) => Promise<ExportPlan>;

const planners: { readonly [Kind in ExportKind]: Planner<Kind> } = {
  sql: planSql,
  dataGrid: planGridExport,
  metricReport: planReportExport,
  dataPool: planDataPool,
};

export function planExport(
  services: QueryServices,
  caller: Caller,
  { kind, input }: ExportSource,
): Promise<ExportPlan> {
  return (planners[kind] as Planner<typeof kind>)(services, caller, input as never);
}

async function planSql(services: QueryServices, { principal }: Caller, input: SqlInput): Promise<ExportPlan> {
  const { tree, limited } = await readSql(services, principal, input);
  return {
    type: 'SQL',
    names: tree.columns.map(({ name }) => name),
    subject: 'export',
    shown: () => input.query,
    over: (write) => runnableOver(tree, limited, write),
  };
}

async function planGridExport(
  services: QueryServices,
  caller: Caller,
  input: GridRowsInput,
): Promise<ExportPlan> {
  const { source, columns, scope, keys } = await planGrid(services, caller, input);
  if (columns.length === 0) throw badInput('dataGrid.columns', 'name at least one column, or "*" for all');
  const names = columns.map(({ name }) => name);
  return {
    type: 'RECORDS',
    subject: source.dataPool.uniqueName,
    ...rowsNamed(names, names.map(quoteIdentifier), (selected, printing) => {
      const where = whereOf(scopeConditions(scope, source, printing));
      return sql`SELECT ${selected} FROM ${source.from(printing)}${where}${orderBy(keys, 'forward')}`;
    }),
  };
}

async function planReportExport(
  services: QueryServices,
  caller: Caller,
  input: ReportRowsInput,
): Promise<ExportPlan> {
  const plan = await planReport(services, caller, input);
  const { keys } = reportOrder(plan, input);
  const booster = await reportBooster(services, plan, input);
  return {
    type: 'REPORT',
    subject: plan.source.dataPool.uniqueName,
    booster,
    ...rowsNamed(headersOf(plan, input), reportColumns(plan), (selected, printing) => {
      const rows = reportRows(plan, plan.scope.timeRange, printing, booster.used);
      return sql`SELECT ${selected} FROM (${rows})${orderBy(keys, 'forward')}`;
    }),
  };
}

/** In no order: sorting would take longer than writing. */
async function planDataPool(
  services: QueryServices,
  { principal }: Caller,
  { dataPool: reference, includeRecordIds }: WholeDataPool,
): Promise<ExportPlan> {
  const dataPool = await findDataPool(services.catalog, principal, reference);
  const source = await findSource(services, principal, dataPool);
  const names = [...source.columns.map(({ name }) => name), ...(includeRecordIds ? [requestIdColumn] : [])];
  return {
    type: 'RECORDS',
    subject: dataPool.uniqueName,
    ...rowsNamed(
      names,
      names.map(quoteIdentifier),
      (selected, printing) => sql`SELECT ${selected} FROM ${source.from(printing)}`,
    ),
  };
}

/** Rows of Weir's own statements. They run with the columns `_0`, `_1` and so on, and are shown with their names. */
function rowsNamed(
  names: readonly string[],
  columns: readonly Sql[],
  write: (selected: Sql, printing: Printing) => Sql,
): Pick<ExportPlan, 'names' | 'shown' | 'over'> {
  const selected = (nameOf: (index: number) => string) =>
    joinSql(
      columns.map((column, index) => {
        const name = quoteIdentifier(nameOf(index));
        return name === column ? column : sql`${column} AS ${name}`;
      }),
    );
  return {
    names,
    shown: () =>
      write(
        selected((index) => names[index] ?? ''),
        { values: new InlineValues(), mode: 'show' },
      ),
    over: (outer) => runnable((printing) => outer(write(selected(columnName), printing))),
  };
}

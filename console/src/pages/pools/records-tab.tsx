import { type DataGridInput, dataGridQuery, type Sort, type WeekStart } from '@weir/client';
import { useEffect, useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { CopyAsButton } from '../../copy/copy-button.js';
import { type ColumnFilter, filtersField, filtersParam, readFilters } from '../../filters/column-filter.js';
import { FilterBar } from '../../filters/filter-bar.js';
import { countText } from '../../format/format.js';
import { usePreferences } from '../../preferences/preferences.js';
import { isTimeZone } from '../../preferences/time-zones.js';
import { QueryInfoPanel } from '../../query-info/query-info-panel.js';
import { RequestPanel } from '../../query-info/request-panel.js';
import { href } from '../../routing/href.js';
import { changeView } from '../../routing/navigate.js';
import { useView } from '../../routing/use-view.js';
import { weekStarts } from '../../time-range/granularity.js';
import { timeRangeInput } from '../../time-range/time-range.js';
import { TimeRangePicker } from '../../time-range/time-range-picker.js';
import { SelectField, TextField } from '../../ui/field.js';
import { FileExport } from '../../ui/file-export.js';
import { Form } from '../../ui/form.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { RecordsTable } from '../../ui/records-table.js';
import { Answered, Empty } from '../../ui/states.js';

const pageSizes = ['50', '100', '250', '1000'];

/** The part of the grid's state in the URL. */
interface GridView {
  readonly range: string;
  readonly filter: string;
  readonly filters: readonly ColumnFilter[];
  readonly order: string;
  readonly sort: Sort;
  readonly size: string;
  /** The timestamp of the range; empty for the Data Pool's own. */
  readonly time: string;
  /** Empty for the preferred time zone. */
  readonly zone: string;
  /** Empty for the Environment's. */
  readonly week: WeekStart | '';
}

function useGridView(pool: ShownPool) {
  const { search } = useView();
  const zone = search.zone ?? '';
  const view: GridView = {
    range: search.range ?? '',
    filter: search.filter ?? '',
    filters: readFilters(search.filters),
    order: search.order ?? '',
    sort: search.sort === 'ASC' ? 'ASC' : 'DESC',
    size: search.size ?? '50',
    time: search.time ?? '',
    zone: isTimeZone(zone) ? zone : '',
    week: weekStarts.find((day) => day === search.week) ?? '',
  };
  const set = (changes: Partial<GridView>) => {
    const next = { ...view, ...changes };
    changeView('/pools/$id/$tab', {
      id: pool.id,
      tab: 'records',
      ...next,
      filters: filtersParam(next.filters),
    });
  };
  return [view, set] as const;
}

export function RecordsTab({ pool }: { pool: ShownPool }) {
  const { timeZone: preferred } = usePreferences();
  const [view, setView] = useGridView(pool);
  const timeZone = view.zone || preferred;
  const [position, setPosition] = useState<PagePosition>({});
  const columns = columnsOf(pool);
  const viewText = JSON.stringify([view, timeZone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at its first page
  useEffect(() => setPosition({}), [viewText]);
  const input = gridInput(pool, view, timeZone, position);
  const answer = useOperation(dataGridQuery, { input }, { keepPrevious: true, alwaysFresh: true });
  return (
    <div className="stack">
      <Controls view={view} setView={setView} timeZone={timeZone} onRefresh={() => void answer.refetch()} />
      <FilterBar
        filters={view.filters}
        onChange={(filters) => setView({ filters })}
        columns={columns.filter(({ type }) => type !== 'JSON')}
        records={timesOf(pool, view, timeZone)}
        timeZone={timeZone}
      />
      <Answered answer={answer} what="records">
        {({ dataGrid }) => (
          <>
            {dataGrid.rows.length === 0 ? (
              <NoRecords
                pool={pool}
                view={view}
                onShowAll={() => setView({ range: '', filter: '', filters: [] })}
              />
            ) : (
              <RecordsTable
                label={`Records of ${pool.uniqueName}`}
                headers={columns.map(({ columnName, type }) => ({ name: columnName, type }))}
                rows={dataGrid.rows}
                timeZone={timeZone}
                ariaSort={(index) => ariaSort(columns[index]?.columnName, view)}
                renderHeader={({ name }) => <SortButton name={name} view={view} setView={setView} />}
              />
            )}
            <div className="row">
              <span className="note">
                {countText(dataGrid.rows.length, 'record')} on this page,{' '}
                {dataGrid.query.durationInMilliseconds} ms
              </span>
              <FileExport source={{ dataGrid: rowsInput(pool, view, timeZone) }} />
              <CopyAsButton
                view={{ document: dataGridQuery, variables: { input }, sql: dataGrid.query.sql }}
                what="the records"
              />
            </div>
            <Pager pageInfo={dataGrid.pageInfo} onMove={setPosition} />
            <details>
              <summary>Query and statistics</summary>
              <div className="two-columns">
                <RequestPanel document={dataGridQuery} variables={{ input }} />
                <QueryInfoPanel info={dataGrid.query} />
              </div>
            </details>
          </>
        )}
      </Answered>
    </div>
  );
}

interface NoRecordsProps {
  readonly pool: ShownPool;
  readonly view: GridView;
  readonly onShowAll: () => void;
}

/** Why no record is shown: none matches, or there is none. */
function NoRecords({ pool, view, onShowAll }: NoRecordsProps) {
  const isFiltered = view.filter !== '' || view.filters.length > 0;
  if (view.range !== '' || isFiltered)
    return (
      <Empty title="No record matches">
        <p>
          {isFiltered ? 'No record fits the time range and filter' : 'No record is in the time range'}
          {Number(pool.recordCount) > 0 && `, out of ${countText(pool.recordCount, 'record')}`}.
        </p>
        <button type="button" onClick={onShowAll}>
          Show all records
        </button>
      </Empty>
    );
  return (
    <Empty title="No records yet">
      {pool.dataSource && <a href={href('/sources/$id', { id: pool.dataSource.id })}>Send an event</a>}
    </Empty>
  );
}

const gridInput = (pool: ShownPool, view: GridView, timeZone: string, position: PagePosition) => ({
  ...rowsInput(pool, view, timeZone),
  ...pageArguments(position, Number(view.size)),
});

function rowsInput(pool: ShownPool, view: GridView, timeZone: string): DataGridInput {
  const names = columnsOf(pool).map(({ columnName }) => columnName);
  const order = names.indexOf(view.order);
  return {
    ...timesOf(pool, view, timeZone),
    columns: names,
    ...(view.filter !== '' && { filterSql: view.filter }),
    ...filtersField(view.filters),
    ...(order >= 0 && { orderByColumn: order + 1 }),
    sort: view.sort,
  };
}

/** The records of the time range. */
function timesOf(pool: ShownPool, view: GridView, timeZone: string) {
  const timeRange = timeRangeInput(view.range);
  return {
    dataPool: { id: pool.id },
    timeZone,
    ...(view.week !== '' && { weekStart: view.week }),
    ...(timeRange && { timeRange: { ...timeRange, ...(view.time !== '' && { timestamp: view.time }) } }),
  };
}

interface ControlsProps {
  readonly view: GridView;
  readonly setView: (changes: Partial<GridView>) => void;
  readonly timeZone: string;
  readonly onRefresh: () => void;
}

function Controls({ view, setView, timeZone, onRefresh }: ControlsProps) {
  const [filter, setFilter] = useState(view.filter);
  useEffect(() => setFilter(view.filter), [view.filter]);
  const submit = () => {
    setView({ filter: filter.trim() });
    onRefresh();
  };
  return (
    <Form className="row-fields" onSubmit={submit}>
      <TimeRangePicker value={view.range} timeZone={timeZone} onChange={(range) => setView({ range })} />
      <TextField
        label="SQL filter"
        value={filter}
        onChange={setFilter}
        placeholder="price > 10 AND user_country = 'CH'"
        mono
      />
      <SelectField
        label="Rows per page"
        value={view.size}
        onChange={(size) => setView({ size })}
        options={pageSizes.map((value) => ({ value, label: value }))}
      />
      <button type="submit" className="primary">
        Apply
      </button>
    </Form>
  );
}

function ariaSort(name: string | undefined, view: GridView) {
  if (name === undefined || name !== view.order) return undefined;
  return view.sort === 'ASC' ? 'ascending' : 'descending';
}

interface SortButtonProps {
  readonly name: string;
  readonly view: GridView;
  readonly setView: (changes: Partial<GridView>) => void;
}

function SortButton({ name, view, setView }: SortButtonProps) {
  const current = view.order === name;
  const next: Sort = current && view.sort === 'DESC' ? 'ASC' : 'DESC';
  return (
    <button type="button" className="sort" onClick={() => setView({ order: name, sort: next })}>
      {name}
      {current && <span aria-hidden="true">{view.sort === 'ASC' ? '↑' : '↓'}</span>}
    </button>
  );
}

import type { FilterInput } from '@weir/client';
import { allConditions, inputCondition } from '../filters/column-filter.js';
import type { CopiedView } from './copied-text.js';

/** The components of the React kit, `@propeldata/ui-kit`, by the field of the API that they query. */
const components: Readonly<Record<string, string>> = {
  counter: 'Counter',
  timeSeries: 'TimeSeries',
  leaderboard: 'Leaderboard',
  dataGrid: 'DataGrid',
};

/** What the kit passes on to the API. */
const sent = [
  'metric',
  'dataPool',
  'columns',
  'timeRange',
  'timeZone',
  'granularity',
  'groupBy',
  'dimensions',
  'rowLimit',
  'orderByColumn',
  'sort',
];

interface FilteredInput {
  readonly filterSql?: string;
  readonly filters?: readonly FilterInput[];
}

/** The kit drops `filters` where there is `filterSql`, so it gets all as SQL. */
function kitQuery(input: object): { readonly query: object; readonly omitted: readonly string[] } {
  const { filterSql = '', filters = [], ...fields } = input as FilteredInput & Record<string, unknown>;
  const condition = allConditions([filterSql, ...filters.map(inputCondition)]);
  const entries = Object.entries(fields);
  return {
    query: {
      ...Object.fromEntries(entries.filter(([name]) => sent.includes(name))),
      ...(condition !== '' && { filterSql: condition }),
    },
    omitted: entries.map(([name]) => name).filter((name) => !sent.includes(name) && !isPage(name)),
  };
}

const isPage = (name: string) => ['first', 'after', 'last', 'before'].includes(name);

const fieldOf = (document: string) => /{\s*(\w+)\(/.exec(document)?.[1] ?? '';

const frame = (imports: readonly string[], url: string, body: string) => `\
// npm install @propeldata/ui-kit@0.15 react@18 react-dom@18
import { ${['AccessTokenProvider', ...imports].sort().join(', ')} } from '@propeldata/ui-kit';

const propelApiUrl = '${url}graphql';
// A route of your own server that asks Weir for an access token, so that no secret gets into a browser.
const fetchToken = async () => (await fetch('/weir-token')).text();
${body}`;

/** A module with one component. Undefined for what the kit cannot show before its SQL is known. */
export function reactText({ document, variables, sql }: CopiedView, url: string): string | undefined {
  const field = fieldOf(document);
  const component = components[field];
  if (!component) return sql === undefined ? undefined : statementText(sql, url);
  const { query, omitted } = kitQuery(variables.input);
  const note = omitted.length > 0 ? `// The kit does not send ${omitted.join(', ')}.\n` : '';
  return frame(
    ['ThemeProvider', component],
    url,
    `${note}const query = ${JSON.stringify(query, null, 2)};

export default function View() {
  return (
    <AccessTokenProvider fetchToken={fetchToken}>
      <ThemeProvider>
        <${component} query={{ propelApiUrl, ...query }} />
      </ThemeProvider>
    </AccessTokenProvider>
  );
}
`,
  );
}

/** Of reports and statements, for which the kit has a hook and no component. */
const statementText = (sql: string, url: string) =>
  frame(
    ['QueryClient', 'QueryClientProvider', 'useSql'],
    url,
    `const query = ${JSON.stringify(sql)};

function Rows() {
  const { data, error } = useSql({ propelApiUrl, query });
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <table>
      <thead>
        <tr>{data?.sqlV1.columns.map(({ columnName }) => <th key={columnName}>{columnName}</th>)}</tr>
      </thead>
      <tbody>
        {data?.sqlV1.rows.map((row, at) => <tr key={at}>{row.map((cell, column) => <td key={column}>{cell}</td>)}</tr>)}
      </tbody>
    </table>
  );
}

const queries = new QueryClient();

export default function View() {
  return (
    <AccessTokenProvider fetchToken={fetchToken}>
      <QueryClientProvider client={queries}>
        <Rows />
      </QueryClientProvider>
    </AccessTokenProvider>
  );
}
`,
  );

import { join } from 'node:path';
import { systemClock } from '../../../server/src/base/clock.js';
import type { Principal } from '../../../server/src/base/principal.js';
import { scopes } from '../../../server/src/base/scope.js';
import { openCatalog } from '../../../server/src/catalog/catalog.js';
import { createApplication } from '../../../server/src/provision/applications.js';
import { sql } from '../../support/engines.js';
import { exported } from '../../support/exports.js';
import { clientId, type OwnService, startService, token } from '../../support/service.js';
import { connectEngine } from '../../support/stored.js';
import { createWebhook, post, type WebhookColumn } from '../../support/webhook.js';
import { Canaries } from './canaries.js';
import { exportLink } from './export-link.js';
import { boardColumns, hiddenColumns, ledgerColumns, ledgerRows, seenBy } from './ledger.js';
import { SeededValues } from './seeded-values.js';
import { becomes, openSurfaces, type Surfaces } from './surfaces.js';

/** A caller: what it is authorized by, and the Data Pools that it may read. */
export interface Actor {
  readonly name: string;
  readonly authorization: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Pool {
  readonly id: string;
  readonly name: string;
  readonly dataSourceId: string;
  readonly webhookPath: string;
  readonly environmentId: string;
}

/**
 * The running service with everything that a fuzzer may ask about: an Environment with two tenants of one
 * Application (`a`, `b`), another Application (`c`), an administrator with the policies of `a` (`e`), and a second
 * Environment whose administrator is `d`.
 */
export interface World {
  readonly service: OwnService;
  readonly canaries: Canaries;
  readonly actors: Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e', Actor>>;
  /** The twins, the one that `c` alone may read, and one that is open to its Environment. */
  readonly pools: Readonly<
    Record<'ledger' | 'twin' | 'vault' | 'open' | 'foreign' | 'inbox' | 'guarded' | 'files', Pool>
  >;
  /** What is named in questions about the ledger, and what stands there in the same question about its twin. */
  readonly pairs: readonly (readonly [ours: string, theirs: string])[];
  /** By what else than queries records of the ledger can leave. */
  readonly surfaces: Surfaces;
  /** The path of a file that `a` has exported, with its signature. */
  readonly exportLink: string;
  /** Of an Application that may load files, and nothing else. */
  readonly loader: string;
  /** A file that it can load. */
  readonly parquet: Uint8Array;
  readonly metrics: readonly { readonly id: string; readonly name: string }[];
  readonly tenantName: string;
  readonly inboxPassword: string;
  /** Identifiers of the first Environment that are no secrets, and that nobody else may use. */
  readonly ids: readonly string[];
  /** Cursors from answers, by the actor that was given them. */
  readonly cursors: Map<string, string[]>;
  /** Adds a record to the twin that nobody may see. */
  addHidden(): Promise<void>;
  /** Gives both tables another order, and texts dictionaries. */
  rebuild(): Promise<void>;
}

const insertTimeoutMs = 30_000;
export const queryTimeoutMsDefault = 4_000;
const queryScopes = ['DATA_POOL_QUERY', 'METRIC_QUERY', 'METRIC_STATS'];

type Run = <T>(query: string, variables?: Record<string, unknown>) => Promise<T>;

export async function openWorld(seed: number, env: Record<string, string> = {}): Promise<World> {
  const service = await startService({
    env: {
      WEIR_QUERY_TIMEOUT_MS: String(queryTimeoutMsDefault),
      WEIR_TRUST_PROXY: '127.0.0.1',
      WEIR_MEMORY_LIMIT_BYTES: '2000000000',
      ...env,
    },
  });
  const values = new SeededValues(seed);
  const canaries = new Canaries();
  const tenantNames = {
    a: canaries.add('name of tenant a', values.marker(), seenBy('a')),
    b: canaries.add('name of tenant b', values.marker(), ['b']),
  };
  const run: Run = (query, variables) => service.request(query, variables);
  const closed = {
    timestamp: 'at',
    uniqueId: 'id',
    accessControlEnabled: true,
    tableSettings: { engine: { mergeTree: {} } },
  };
  const columns = [...ledgerColumns, ...hiddenColumns];
  const ledger = await createPool(service, 'ledger_x', columns, closed);
  const twin = await createPool(service, 'ledger_y', columns, closed);
  const vault = await createPool(service, 'vault', ledgerColumns, closed);
  const open = await createPool(service, 'open', openColumns, { timestamp: 'at' });
  const inbox = await createPool(service, 'inbox', inboxColumns, {});
  const files = await createPool(service, 'files', openColumns, { timestamp: 'at' });
  const inboxPassword = canaries.add('password of a webhook', values.marker());
  const guarded = await createPool(service, 'guarded', inboxColumns, {
    basicAuth: { username: 'sender', password: inboxPassword },
  });
  const main = await newApplication(run, 'main', queryScopes);
  const other = await newApplication(run, 'other', queryScopes);
  const administrator = await newApplication(run, 'administrator', ['ADMIN']);
  const loading = await newApplication(run, 'loader', ['DATA_POOL_LOAD']);
  const tenantFilter = `tenant = \${{ tenant }} AND dept = 'mine'`;
  const protect = async (pool: PolicyPool, shown: readonly string[]) => {
    await policy(run, pool, clientId, { columns: ['*'] });
    const own = { columns: ledgerColumns.map(({ name }) => name), filterSql: tenantFilter };
    // Without policy values, which would limit the scope admin.
    const fixed = { ...own, filterSql: `tenant = '${tenantNames.a}' AND dept = 'mine'` };
    const ofBoard = { columns: boardColumns, filterSql: "dept = 'board'" };
    for (const [application, { columns, filterSql }] of [
      [main.clientId, own],
      [administrator.clientId, fixed],
      [main.clientId, ofBoard],
      [administrator.clientId, ofBoard],
      [other.clientId, ofBoard],
    ] as const)
      await policy(run, pool, application, {
        columns: columns.filter((name) => shown.includes(name)),
        filterSql,
      });
  };
  const named = columns.map(({ name }) => name);
  for (const pool of [ledger, twin]) await protect(pool, named);
  await policy(run, vault, other.clientId, { columns: ['*'] });
  const foreigner = await secondEnvironment(service, values, canaries);
  const foreign = await createPool(service, 'ledger_x', openColumns, { timestamp: 'at' }, foreigner);
  const cells = { values, canaries, tenantNames };
  const twinRows = ledgerRows(cells, new SeededValues(seed + 1_000_003), 1);
  await fill(service, [
    [ledger, ledgerRows(cells, new SeededValues(seed + 1_000_003), 0)],
    [twin, twinRows],
    [
      vault,
      openRows(
        values,
        canaries,
        'vault',
        ['c'],
        ledgerColumns.map(({ name }) => name),
      ),
    ],
    [
      open,
      openRows(
        values,
        canaries,
        'open',
        ['a', 'b', 'c', 'e'],
        openColumns.map(({ name }) => name),
      ),
    ],
    [
      foreign,
      openRows(
        values,
        canaries,
        'foreign',
        ['d'],
        openColumns.map(({ name }) => name),
      ),
    ],
  ]);
  const metrics = await Promise.all([
    metric(run, 'Count', { dataPool: ledger.id, uniqueName: 'records_x' }),
    metric(run, 'Sum', { dataPool: ledger.id, uniqueName: 'total_x', measure: { columnName: 'qty' } }),
    metric(run, 'Count', { dataPool: twin.id, uniqueName: 'records_y' }),
    metric(run, 'Sum', { dataPool: twin.id, uniqueName: 'total_y', measure: { columnName: 'qty' } }),
  ]);
  const [ofLedger, ofTwin] = [metrics.slice(0, 2), metrics.slice(2)];
  const surfaceOptions = {
    applicationId: main.clientId,
    tenantName: tenantNames.a,
    protect: (view: Surfaces['view']) => protect(view, viewColumns),
  };
  const surfaces = await openSurfaces(service, { ...surfaceOptions, ledger, metrics: ofLedger });
  const twins = await openSurfaces(service, { ...surfaceOptions, ledger: twin, metrics: ofTwin });
  const actors = {
    a: await tokenActor(service, 'a', main, { tenant: tenantNames.a }),
    b: await tokenActor(service, 'b', main, { tenant: tenantNames.b }),
    c: await tokenActor(service, 'c', other, {}),
    d: foreigner,
    e: await tokenActor(service, 'e', administrator, {}),
  };
  const loader = await tokenActor(service, 'loader', loading, {});
  const pools = { ledger, twin, vault, open, foreign, inbox, guarded, files };
  for (const { name, clientSecret, authorization } of Object.values(actors)) {
    canaries.add(`client secret of ${name}`, clientSecret);
    canaries.add(`token of ${name}`, authorization.slice(authorization.lastIndexOf(' ') + 1));
  }
  for (const [name, { webhookPath, environmentId }] of Object.entries(pools)) {
    const isForeign = environmentId === foreign.environmentId;
    canaries.add(`webhook key of ${name}`, webhookPath.slice('/v1/'.length), isForeign ? ['d'] : ['e']);
  }
  canaries.add('identifier of the second Environment', foreign.environmentId, ['d']);
  const pairs = [
    [ledger.name, twin.name],
    [ledger.id, twin.id],
    [surfaces.view.id, twins.view.id],
    [surfaces.dashboardId, twins.dashboardId],
    [surfaces.viewer, twins.viewer],
    ...surfaces.tileIds.map((id, index) => [id, twins.tileIds[index] ?? ''] as const),
    ...ofLedger.flatMap(({ id, name }, index) => [
      [id, ofTwin[index]?.id ?? ''] as const,
      [name, ofTwin[index]?.name ?? ''] as const,
    ]),
  ] as const;
  const ids = [ledger, twin, vault, open].flatMap(({ id, dataSourceId }) => [id, dataSourceId]);
  return {
    service,
    canaries,
    actors,
    pools,
    pairs,
    surfaces,
    exportLink: await exportLink(service, ledger.name, actors.a.authorization),
    loader: loader.authorization,
    parquet: await exported(
      service,
      { sql: `SELECT id, at, name, qty, big, doc FROM ${open.name}`, format: 'parquet' },
      actors.c.authorization,
    ),
    metrics,
    tenantName: tenantNames.a,
    inboxPassword,
    ids: [...ids, ...metrics.map(({ id }) => id), main.clientId, other.clientId, ledger.environmentId],
    cursors: new Map(),
    addHidden: async () => {
      const [row = {}] = twinRows.slice(-1);
      const { status, text } = await post(service, twin.webhookPath, row);
      if (status !== 200) throw new Error(`A hidden record was refused: ${text}`);
    },
    rebuild: () => rebuild(service, [ledger, twin]),
  };
}

const viewColumns = ['id', 'at', 'dept', 'tenant', 'name', 'qty', 'big', 'doc', 'note', 'code'];

/** By jobs; texts of too many values for a dictionary get one all the same. */
async function rebuild(service: OwnService, pools: readonly Pool[]): Promise<void> {
  const engine = connectEngine(service.directory);
  try {
    for (const { id, environmentId } of pools) {
      const { createRebuildDataPoolJob } = await service.request<{
        createRebuildDataPoolJob: { job: { id: string } };
      }>(
        'mutation ($input: CreateRebuildDataPoolJobInput!) { createRebuildDataPoolJob(input: $input) { job { id } } }',
        { input: { dataPool: id, orderBy: ['big', 'at'] } },
      );
      await becomes(service, `job(id: "${createRebuildDataPoolJob.job.id}")`, 'SUCCEEDED');
      const changed = ['note', 'iban'].map(
        (name) => `MODIFY COLUMN ${name} LowCardinality(Nullable(String))`,
      );
      changed.push('MODIFY COLUMN code LowCardinality(String)');
      await engine.command(sql(`ALTER TABLE ${environmentId}.${id} ${changed.join(', ')}`));
    }
  } finally {
    await engine.close();
  }
}

const openColumns: readonly WebhookColumn[] = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'name', type: 'STRING', nullable: true },
  { name: 'qty', type: 'INT32', nullable: false },
  { name: 'big', type: 'INT64', nullable: false },
  { name: 'doc', type: 'JSON', nullable: true },
];

export const inboxColumns: readonly WebhookColumn[] = [
  { name: 'id', type: 'STRING', nullable: true },
  ...[
    ...(['BOOLEAN', 'FLOAT', 'DOUBLE', 'DECIMAL', 'INT8', 'INT16', 'INT32', 'INT64'] as const),
    ...(['DATE', 'TIMESTAMP', 'JSON'] as const),
  ].map((type) => ({ name: `c_${type.toLowerCase()}`, type, nullable: true })),
  { name: 'nested', jsonProperty: 'deep.er.value', type: 'STRING', nullable: true },
];

async function createPool(
  service: OwnService,
  uniqueName: string,
  columns: readonly WebhookColumn[],
  settings: Record<string, unknown>,
  as: { readonly authorization?: string } = {},
): Promise<Pool> {
  const created = await createWebhook(service, columns, settings, { uniqueName, ...as });
  const { dataPoolId, dataSourceId, path, environmentId } = created;
  return { id: dataPoolId, name: uniqueName, dataSourceId, webhookPath: path, environmentId };
}

async function newApplication(run: Run, uniqueName: string, scopes: readonly string[]) {
  const { createApplication: created } = await run<{
    createApplication: { application: { clientId: string; secret: string } };
  }>(
    `mutation ($input: createApplicationInput!) { createApplication(input: $input) {
      ... on ApplicationResponse { application { clientId secret } } } }`,
    { input: { uniqueName, scopes } },
  );
  return created.application;
}

type PolicyPool = Pick<Pool, 'id'>;

async function policy(
  run: Run,
  pool: PolicyPool,
  application: string,
  input: Record<string, unknown>,
): Promise<void> {
  const { createDataPoolAccessPolicy } = await run<{
    createDataPoolAccessPolicy: { dataPoolAccessPolicy: { id: string } };
  }>(
    `mutation ($input: CreateDataPoolAccessPolicyInput!) {
      createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
    { input: { dataPool: pool.id, ...input } },
  );
  await run(
    `mutation ($policy: ID!, $application: ID!) {
      assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $application) }`,
    { policy: createDataPoolAccessPolicy.dataPoolAccessPolicy.id, application },
  );
}

async function metric(run: Run, kind: string, input: Record<string, unknown>) {
  const dimensions = boardColumns.map((columnName) => ({ columnName }));
  const created = await run<Record<string, { metric: { id: string } }>>(
    `mutation ($input: Create${kind}MetricInput!) { create${kind}Metric(input: $input) { metric { id } } }`,
    { input: { ...input, dimensions } },
  );
  return { id: Object.values(created)[0]?.metric.id ?? '', name: String(input['uniqueName']) };
}

async function tokenActor(
  service: OwnService,
  name: string,
  { clientId, secret }: { clientId: string; secret: string },
  policyValues: Record<string, string>,
): Promise<Actor> {
  const { body } = await token(service, {
    client_id: clientId,
    client_secret: secret,
    policy_values: JSON.stringify(policyValues),
  });
  return { name, authorization: `Bearer ${body['access_token']}`, clientId, clientSecret: secret };
}

/** No operation of the API makes an Environment: it is written into the catalog, as another node would. */
async function secondEnvironment(
  service: OwnService,
  values: SeededValues,
  canaries: Canaries,
): Promise<Actor> {
  const path = join(service.directory, 'catalog.sqlite');
  const catalog = await openCatalog({ database: { kind: 'sqlite', path }, clock: systemClock });
  try {
    const uniqueName = canaries.add('name of the second Environment', values.marker(), ['d']);
    const { id } = await catalog.environments.create({ uniqueName }, 'fuzz');
    const settings = { description: undefined, scopes: undefined, tier: undefined };
    const appName = canaries.add('name of its Application', values.marker(), ['d']);
    const principal: Principal = {
      environmentId: id,
      applicationId: 'fuzz',
      scopes: new Set(scopes),
      tier: 'P1_X_LARGE',
      policyValues: {},
    };
    const created = await createApplication(catalog, principal, { ...settings, uniqueName: appName });
    const { application, secret } = created;
    const credentials = { clientId: application.id, secret };
    return await tokenActor(service, 'd', credentials, {});
  } finally {
    await catalog.close();
  }
}

type Row = Record<string, string | number | boolean | null>;

/** By the engine itself, so that the twins agree in everything that the service would have written of its own. */
async function fill(
  service: OwnService,
  tables: readonly (readonly [Pool, readonly Row[]])[],
): Promise<void> {
  const engine = connectEngine(service.directory);
  try {
    for (const [{ environmentId, id }, rows] of tables) {
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      await engine.insert({
        table: `${environmentId}.${id}`,
        rows: Buffer.from(lines),
        timeoutMs: insertTimeoutMs,
      });
    }
  } finally {
    await engine.close();
  }
}

const openRowCount = 40;

function openRows(
  values: SeededValues,
  canaries: Canaries,
  label: string,
  visibleTo: readonly string[],
  columns: readonly string[],
): Row[] {
  return Array.from({ length: openRowCount }, (_, index): Row => {
    const row: Row = {
      id: `${label}${index}`,
      at: `2026-03-02 00:00:${String(index).padStart(2, '0')}.000`,
      name: canaries.add(`name of ${label}`, values.marker(), visibleTo),
      qty: index - 5,
      big: canaries.add(`big of ${label}`, values.digits(18), visibleTo),
      doc: JSON.stringify({ n: index, k: canaries.add(`doc of ${label}`, values.marker(), visibleTo) }),
      tenant: label,
      note: canaries.add(`note of ${label}`, values.marker(), visibleTo),
    };
    const kept = Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
    return {
      ...kept,
      _weir_request: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
      _service_received_at: '2026-03-01 00:00:00.000',
      _service_payload: JSON.stringify(kept),
    };
  });
}

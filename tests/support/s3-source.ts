import type { S3Server } from './s3-server.js';
import type { Service } from './service.js';

/** A table of an S3 Data Source as a client gives it. */
export interface GivenTable {
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly columns?: readonly object[];
}

export interface ShownSync {
  readonly id: string;
  readonly status: string;
  readonly files: string;
  readonly failedFiles: string;
  readonly records: string;
  readonly bytes: string;
  readonly error: { readonly message: string } | null;
  readonly syncedFiles: {
    readonly nodes: readonly {
      readonly path: string;
      readonly status: string;
      readonly records: string | null;
      readonly bytes: string;
      readonly error: { readonly message: string } | null;
    }[];
  };
}

/** For services that read from the S3 server of a test. */
export const allowsPrivateEndpoints = { WEIR_ALLOW_PRIVATE_ENDPOINTS: 'true' };

export const connectionTo = (s3: S3Server, tables: readonly GivenTable[]) => ({
  awsAccessKeyId: s3.accessKeyId,
  awsSecretAccessKey: s3.secretAccessKey,
  bucket: s3.bucket,
  endpoint: s3.endpoint,
  tables,
});

export async function createS3Source(
  service: Service,
  s3: S3Server,
  uniqueName: string,
  tables: readonly GivenTable[],
): Promise<string> {
  const { createS3DataSource } = await service.request<{
    createS3DataSource: { dataSource: { id: string } };
  }>(
    `mutation ($input: CreateS3DataSourceInput!) { createS3DataSource(input: $input) { dataSource { id } } }`,
    { input: { uniqueName, connectionSettings: connectionTo(s3, tables) } },
  );
  return createS3DataSource.dataSource.id;
}

export async function createSyncedPool(service: Service, input: object): Promise<string> {
  const { createDataPoolV2 } = await service.request<{ createDataPoolV2: { dataPool: { id: string } } }>(
    `mutation ($input: CreateDataPoolInputV2!) { createDataPoolV2(input: $input) { dataPool { id status } } }`,
    { input },
  );
  return createDataPoolV2.dataPool.id;
}

const syncFields = `id status files failedFiles records bytes error { message }
  syncedFiles(first: 100) { nodes { path status records bytes error { message } } }`;

export async function syncsOf(service: Service, dataPoolId: string): Promise<readonly ShownSync[]> {
  const { dataPool } = await service.request<{ dataPool: { syncs: { nodes: ShownSync[] } } }>(
    `query ($id: ID!) { dataPool(id: $id) { syncs { nodes { ${syncFields} } } } }`,
    { id: dataPoolId },
  );
  return dataPool.syncs.nodes;
}

const endMsMax = 100_000;
const lookMs = 20;

/** Waits until the Data Pool has no sync that has not ended, and answers its last one. */
export async function synced(service: Service, dataPoolId: string): Promise<ShownSync> {
  for (const start = Date.now(); Date.now() - start < endMsMax; ) {
    const [last] = await syncsOf(service, dataPoolId);
    if (last && last.status !== 'SYNCING') return last;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  throw new Error('The sync has not ended');
}

/** Starts a sync and waits until it has ended. */
export async function syncNow(
  service: Service,
  dataPoolId: string,
  mutation: 'syncDataPool' | 'resyncDataPool' = 'syncDataPool',
): Promise<ShownSync> {
  await service.request(`mutation ($id: ID!) { ${mutation}(id: $id) { id } }`, { id: dataPoolId });
  return await synced(service, dataPoolId);
}

export async function sqlRows(service: Service, query: string): Promise<(string | null)[][]> {
  const { sqlV1 } = await service.request<{ sqlV1: { rows: (string | null)[][] } }>(
    `query ($query: String!) { sqlV1(input: { query: $query }) { rows } }`,
    { query },
  );
  return sqlV1.rows;
}

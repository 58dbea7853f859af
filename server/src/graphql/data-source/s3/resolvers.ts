import { badRequest } from '../../../base/errors.js';
import type { DataSource, S3DataSource } from '../../../catalog/definitions.js';
import type { S3Table } from '../../../catalog/s3-source.js';
import type { S3Sources } from '../../../jobs/s3-sources.js';
import { changedS3Settings, newS3Source } from '../../../provision/s3-source.js';
import type { idOrUniqueName, Resolvers, S3DataSourceTableInput } from '../../generated/resolver-types.js';
import type { DataSourceResolverOptions } from '../resolver-options.js';

interface S3ResolverOptions extends DataSourceResolverOptions {
  readonly s3Sources: S3Sources;
  readonly find: (environmentId: string, input: idOrUniqueName) => Promise<DataSource>;
}

export function createS3Resolvers({ catalog, provision, sealedTexts, s3Sources, find }: S3ResolverOptions) {
  const findS3 = async (environmentId: string, input: idOrUniqueName): Promise<S3DataSource> => {
    const dataSource = await find(environmentId, input);
    if (dataSource.type === 'S3') return dataSource;
    throw badRequest(
      `Data Source "${dataSource.uniqueName}" is a ${dataSource.type}; this needs an S3 Data Source`,
    );
  };
  return {
    Mutation: {
      createS3DataSource: async (_parent, { input }, { principal }) => {
        const { tables, awsAccessKeyId, awsSecretAccessKey, ...location } = input.connectionSettings;
        const source = newS3Source(
          {
            uniqueName: input.uniqueName || undefined,
            description: input.description,
            connection: {
              ...location,
              accessKeyId: awsAccessKeyId,
              secretAccessKey: awsSecretAccessKey,
              tables: tables.map(tableOf),
            },
          },
          sealedTexts,
        );
        const { environmentId, applicationId } = principal;
        const created = await provision.createDataSource(environmentId, source, applicationId);
        return { dataSource: await s3Sources.test(created as S3DataSource, applicationId) };
      },
      modifyS3DataSource: async (_parent, { input }, { principal }) => {
        const { environmentId, applicationId } = principal;
        const current = await findS3(environmentId, input.idOrUniqueName);
        const { tables, awsAccessKeyId, awsSecretAccessKey, ...location } = input.connectionSettings ?? {};
        const connection = {
          ...location,
          accessKeyId: awsAccessKeyId,
          secretAccessKey: awsSecretAccessKey,
          tables: tables?.map(tableOf),
        };
        const changed = await catalog.dataSources.update(
          environmentId,
          current.id,
          {
            uniqueName: input.uniqueName || undefined,
            description: input.description,
            ...(input.connectionSettings && {
              settings: changedS3Settings(current.settings, connection, sealedTexts),
            }),
          },
          applicationId,
        );
        if (!input.connectionSettings) return { dataSource: changed };
        return { dataSource: await s3Sources.test(changed as S3DataSource, applicationId) };
      },
      testDataSource: async (_parent, { id }, { principal }) => {
        const dataSource = await findS3(principal.environmentId, { id });
        return { dataSource: await s3Sources.test(dataSource, principal.applicationId) };
      },
      introspectTables: async (_parent, { id }, { principal }) => {
        const dataSource = await findS3(principal.environmentId, { id });
        const tables = await s3Sources.introspect(dataSource);
        return {
          dataSource,
          tables: tables.map(({ error, ...table }) => ({
            ...table,
            error: error === null ? null : { code: null, message: error },
          })),
        };
      },
    },
    DataSource: {
      checks: (dataSource) =>
        dataSource.type === 'S3'
          ? dataSource.settings.checks.map(({ error, ...check }) => ({
              ...check,
              error: error === null ? null : { code: null, message: error },
              checkedAt: dataSource.settings.checkedAt,
            }))
          : [],
    },
    S3ConnectionSettings: {
      awsAccessKeyId: ({ dataSource }) => dataSource.settings.accessKeyId,
      bucket: ({ dataSource }) => dataSource.settings.bucket,
      endpoint: ({ dataSource }) => dataSource.settings.endpoint,
      region: ({ dataSource }) => dataSource.settings.region,
      tables: ({ dataSource }) => dataSource.settings.tables,
    },
  } satisfies Resolvers;
}

const tableOf = ({ name, path, format, columns }: S3DataSourceTableInput): S3Table => ({
  name,
  path,
  format,
  columns: (columns ?? []).map((column) => ({
    name: column.name,
    type: column.type === 'CLICKHOUSE' ? ('COLUMNSTORE' as const) : column.type,
    nullable: column.nullable ?? true,
    precision: column.precision,
    scale: column.scale,
  })),
});

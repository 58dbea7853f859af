import { badInput } from '../base/errors.js';
import type { SealedTexts } from '../base/sealed-texts.js';
import { columnRules } from '../catalog/column-rules.js';
import type { NewDataPool } from '../catalog/data-pool-rows.js';
import type { NewDataSource } from '../catalog/data-sources.js';
import { type S3Column, type S3SourceSettings, type S3Table, s3SecretPurpose } from '../catalog/s3-source.js';
import { checkBucketLocation } from '../s3/bucket-location.js';
import { parseKeyGlob } from '../s3/key-glob.js';
import { defineColumn, defineDataPool } from './data-pool-definition.js';

/** The connection of an S3 Data Source as its user gives it. */
export interface S3Connection {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
  /** Blank for Amazon's. */
  readonly endpoint?: string | undefined;
  /** By default us-east-1, which servers other than Amazon's expect. */
  readonly region?: string | undefined;
  readonly tables: readonly S3Table[];
}

export interface NewS3Source {
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly connection: S3Connection;
}

const tableRules = { tablesMax: 100, nameCharactersMax: 255 } as const;
const credentialPattern = /^[\x21-\x7e]{1,256}$/;
const regionDefault = 'us-east-1';

/** An S3 Data Source, checked and with the defaults filled in. Its Data Pools are created separately. */
export function newS3Source(
  { uniqueName, description, connection }: NewS3Source,
  sealedTexts: SealedTexts | undefined,
): NewDataSource {
  const settings: S3SourceSettings = {
    ...definedConnection(connection, sealedTexts),
    checks: [],
    checkedAt: null,
  };
  return { type: 'S3', uniqueName, description, settings };
}

/** The changed settings. What is not given stays, and a blank secret is one that is not given. */
export function changedS3Settings(
  current: S3SourceSettings,
  changes: { readonly [K in keyof S3Connection]?: S3Connection[K] | undefined },
  sealedTexts: SealedTexts | undefined,
): Partial<S3SourceSettings> {
  const { sealedSecretAccessKey, ...defined } = definedConnection(
    {
      accessKeyId: changes.accessKeyId ?? current.accessKeyId,
      secretAccessKey: changes.secretAccessKey || unchanged,
      bucket: changes.bucket ?? current.bucket,
      endpoint: changes.endpoint ?? current.endpoint ?? undefined,
      region: changes.region ?? current.region,
      tables: changes.tables ?? current.tables,
    },
    sealedTexts,
  );
  return changes.secretAccessKey ? { ...defined, sealedSecretAccessKey } : defined;
}

/** Passes the checks of a secret, and is never stored. */
const unchanged = 'unchanged';

function definedConnection(
  connection: S3Connection,
  sealedTexts: SealedTexts | undefined,
): Omit<S3SourceSettings, 'checks' | 'checkedAt'> {
  const { accessKeyId, secretAccessKey, bucket, endpoint, region, tables } = connection;
  const location = { bucket, endpoint: endpoint || null, region: region || regionDefault };
  checkBucketLocation(location);
  checkCredential('awsAccessKeyId', accessKeyId);
  checkCredential('awsSecretAccessKey', secretAccessKey);
  if (!sealedTexts)
    throw badInput(
      'connectionSettings.awsSecretAccessKey',
      'cannot be stored, because nodes that share a catalog need the same WEIR_ENCRYPTION_KEY, which is not set',
    );
  return {
    ...location,
    accessKeyId,
    sealedSecretAccessKey: sealedTexts.seal(s3SecretPurpose, secretAccessKey),
    tables: definedTables(tables),
  };
}

function checkCredential(field: string, text: string): void {
  if (!credentialPattern.test(text))
    throw badInput(
      `connectionSettings.${field}`,
      'must be 1 to 256 printable ASCII characters without spaces',
    );
}

function definedTables(tables: readonly S3Table[]): readonly S3Table[] {
  const { tablesMax, nameCharactersMax } = tableRules;
  if (tables.length > tablesMax)
    throw badInput(
      'connectionSettings.tables',
      `at most ${tablesMax} are allowed, but ${tables.length} were given`,
    );
  const names = new Set<string>();
  return tables.map((table, index) => {
    const { name, path, columns } = table;
    const where = `connectionSettings.tables[${index}]`;
    if (name === '' || name.length > nameCharactersMax)
      throw badInput(`${where}.name`, `must have 1 to ${nameCharactersMax} characters`);
    if (names.has(name)) throw badInput(`${where}.name`, `there are two tables called "${name}"`);
    names.add(name);
    parseKeyGlob(path, `${where}.path`);
    return { ...table, columns: definedColumns(columns, where) };
  });
}

function definedColumns(columns: readonly S3Column[], where: string): readonly S3Column[] {
  if (columns.length > columnRules.columnsMax)
    throw badInput(
      `${where}.columns`,
      `at most ${columnRules.columnsMax} columns are allowed, but ${columns.length} were given`,
    );
  const names = new Set<string>();
  return columns.map((column, index) => {
    const { jsonProperty: _, ...defined } = defineColumn(column, `${where}.columns[${index}]`);
    if (names.has(column.name))
      throw badInput(`${where}.columns[${index}]`, `the column "${column.name}" is defined twice`);
    names.add(column.name);
    return defined;
  });
}

export interface S3DataPoolInput {
  readonly uniqueName: string;
  readonly description?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly uniqueId?: string | undefined;
  readonly accessControlEnabled?: boolean | undefined;
}

/** The Data Pool that the files of a table fill. */
export function newS3DataPool(input: S3DataPoolInput, columns: readonly S3Column[]): NewDataPool {
  const { uniqueName, description, ...settings } = input;
  return { uniqueName, description, ...defineDataPool({ ...settings, columns }) };
}

/** Inferred columns are nullable, because other files may lack values. The columns that a Data Pool needs are not. */
export function requiredColumns(
  columns: readonly S3Column[],
  { timestamp, uniqueId }: Pick<S3DataPoolInput, 'timestamp' | 'uniqueId'>,
): readonly S3Column[] {
  return columns.map((column) =>
    column.name === timestamp || column.name === uniqueId ? { ...column, nullable: false } : column,
  );
}

import type { DeclaredType } from './column.js';

/** The formats of files in object storage. Whether a file is compressed is known from its name. */
export const s3FileFormats = ['CSV', 'NDJSON', 'JSON', 'PARQUET'] as const;

export type S3FileFormat = (typeof s3FileFormats)[number];

export interface S3Column extends DeclaredType {
  readonly name: string;
  readonly nullable: boolean;
}

/** Files with the same columns. */
export interface S3Table {
  readonly name: string;
  /** The key of an object, or a pattern of keys. */
  readonly path: string;
  readonly format: S3FileFormat;
  /** Empty if they are inferred from the files. */
  readonly columns: readonly S3Column[];
}

export interface SourceCheck {
  readonly name: string;
  readonly description: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'NOT_STARTED';
  readonly error: string | null;
}

/** What only an S3 Data Source has. */
export interface S3SourceSettings {
  readonly accessKeyId: string;
  /** Encrypted: the catalog alone does not reveal it. */
  readonly sealedSecretAccessKey: string;
  readonly bucket: string;
  /** Null for Amazon's endpoint of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly tables: readonly S3Table[];
  /** Of the last test. */
  readonly checks: readonly SourceCheck[];
  /** When it was last tested, in milliseconds since 1970 UTC. */
  readonly checkedAt: number | null;
}

/** What the secret is encrypted for. */
export const s3SecretPurpose = 's3 secret access key';

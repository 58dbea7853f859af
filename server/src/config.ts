import { isIP } from 'node:net';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { StartProblem } from './base/start-problem.js';

/**
 * The only reader of environment variables. All are validated together, so that one start reports every mistake. The
 * result is frozen, and each part of the service receives only its slice.
 */

const mebibyte = 1024 * 1024;
const millisecondsPerSecond = 1000;
const memoryShareDefault = 0.5;
/** The rows of a body contain it again as a JSON string, and its columns too. */
const queuedBodyFactor = 4;

const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum, `is less than ${minimum}`).max(maximum, `is more than ${maximum}`));

const boolean = (byDefault: 'true' | 'false') =>
  z
    .enum(['true', 'false'], { error: 'is not true or false' })
    .default(byDefault)
    .transform((text) => text === 'true');

const url = (...protocols: string[]) =>
  z.string().transform((text, context) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    if (parsed && protocols.includes(parsed.protocol)) return parsed;
    context.addIssue(`is not a ${protocols.map((protocol) => `${protocol}//`).join(' or ')} URL`);
    return z.NEVER;
  });

/** An address, or a network in CIDR notation. A prefix of 0 bits, which means all addresses, is refused. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits = '1', ...more] = text.split('/');
  const bitsMax = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return more.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= bitsMax;
}

interface Setting<T extends z.ZodType> {
  readonly schema: T;
  /** The default as shown in the documentation. */
  readonly default: string;
  readonly meaning: string;
}

const setting = <T extends z.ZodType>(schema: T, byDefault: string, meaning: string): Setting<T> => ({
  schema,
  default: byDefault,
  meaning,
});

/** Every variable. A test checks the README against this table. */
export const settings = {
  WEIR_HOST: setting(z.string().min(1).default('127.0.0.1'), '127.0.0.1', 'Address to listen on'),
  WEIR_PORT: setting(integer(0, 65_535).default(8080), '8080', 'Port to listen on; 0 picks a free one'),
  WEIR_PUBLIC_URL: setting(
    url('http:', 'https:').optional(),
    'from host and port',
    'URL of the service for clients: webhook URLs begin with it, and tokens have it as issuer',
  ),
  WEIR_DATA_DIR: setting(z.string().min(1).default('./data'), './data', 'Directory for all data'),
  WEIR_CLICKHOUSE_URL: setting(
    url('http:', 'https:').optional(),
    'embedded',
    'A ClickHouse server, `http://user:password@host:8123`, in place of the embedded engine',
  ),
  WEIR_CLICKHOUSE_CLUSTER: setting(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not the name of a cluster')
      .optional(),
    'none',
    'Name of the ClickHouse cluster on which tables are created, replicated and distributed',
  ),
  WEIR_DATABASE_URL: setting(
    url('postgres:', 'postgresql:').optional(),
    'SQLite in the data directory',
    'PostgreSQL for the catalog, `postgres://…`; needed when several nodes share it',
  ),
  WEIR_BOOTSTRAP_CLIENT_ID: setting(
    z
      .string()
      .regex(/^APP[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'is not "APP" followed by a ULID')
      .optional(),
    'generated',
    'ID of the first Application, `APP` followed by a ULID',
  ),
  WEIR_BOOTSTRAP_CLIENT_SECRET: setting(
    z.string().min(16, 'is shorter than 16 characters').max(256, 'is longer than 256 characters').optional(),
    'generated',
    'Secret of the first Application, at least 16 characters',
  ),
  WEIR_ENCRYPTION_KEY: setting(
    z.string().min(32, 'is shorter than 32 characters').max(256, 'is longer than 256 characters').optional(),
    'generated in the data directory',
    "Encrypts the secrets of webhook senders and of object storage in the catalog, at least 32 characters; with `WEIR_DATABASE_URL`, every node's is the same",
  ),
  WEIR_ALLOW_PRIVATE_ENDPOINTS: setting(
    boolean('false'),
    'false',
    'Whether endpoints of object storage may be in private networks: loopback, link-local and other addresses that are not public',
  ),
  WEIR_AUTO_REBUILD: setting(
    boolean('true'),
    'true',
    'Whether Weir [rebuilds the table](docs/jobs.md#automatic-rebuild) of a Data Pool once, when it has enough records and queries would be faster',
  ),
  WEIR_CORS_ORIGINS: setting(
    z
      .string()
      .transform((text) => text.split(',').map((origin) => origin.trim()))
      .pipe(
        z.array(
          z
            .string()
            .regex(/^https?:\/\/[^/\s]+$/, 'is not a list of origins such as https://app.example.com'),
        ),
      )
      .optional(),
    'any origin',
    'Origins of web pages that may call the API, show shared dashboards in frames, and send events as SDKs do, separated by commas',
  ),
  WEIR_TLS_CERT: setting(
    z.string().min(1).optional(),
    'none',
    'Certificate file (PEM); serves HTTPS directly',
  ),
  WEIR_TLS_KEY: setting(z.string().min(1).optional(), 'none', "The certificate's private key file (PEM)"),
  WEIR_TRUST_PROXY: setting(
    z
      .string()
      .transform((text) => text.split(',').map((proxy) => proxy.trim()))
      .refine(
        (proxies) => proxies.every(isAddressOrNetwork),
        'is not a list of addresses and networks such as 10.0.0.7,192.168.0.0/16',
      )
      .default([]),
    'nobody',
    'Proxies whose `X-Forwarded-For` is trusted: addresses and networks, separated by commas',
  ),
  WEIR_METRICS_TOKEN: setting(
    z
      .string()
      .regex(/^[\x21-\x7e]{16,256}$/, 'is not 16 to 256 printable characters without spaces')
      .optional(),
    'none',
    'Bearer token for `/metrics`; without it, only credentials with the scope `admin` may read it',
  ),
  WEIR_LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'is not one of fatal, error, warn, info, debug, trace, silent',
      })
      .default('info'),
    'info',
    'How much is logged: fatal, error, warn, info, debug, trace or silent',
  ),
  WEIR_QUERY_TIMEOUT_MS: setting(
    integer(100, 3_600_000).default(30_000),
    '30000',
    'Time after which a query is stopped',
  ),
  WEIR_EXPORT_TIMEOUT_SECONDS: setting(
    integer(1, 86_400).default(3_600),
    '3600',
    'Time after which an export is stopped',
  ),
  WEIR_EXPORT_IDLE_SECONDS: setting(
    integer(1, 3_600).default(60),
    '60',
    'An export whose client takes nothing for this time is stopped',
  ),
  WEIR_QUERY_HISTORY_DAYS: setting(integer(1, 3_650).default(30), '30', 'How long the query history is kept'),
  WEIR_MAX_BODY_BYTES: setting(
    integer(1024, 256 * mebibyte).default(10 * mebibyte),
    '10485760',
    'Largest webhook body, before and after decompression',
  ),
  WEIR_MAX_LOAD_BYTES: setting(
    integer(1024, Number.MAX_SAFE_INTEGER).default(1024 * 1024 * mebibyte),
    '1099511627776',
    'Largest file that `POST /v1/load` accepts, as it is sent',
  ),
  WEIR_MAX_EVENTS_PER_REQUEST: setting(
    integer(1, 1_000_000).default(50_000),
    '50000',
    'Maximum number of events in one webhook request',
  ),
  WEIR_MAX_NESTING_DEPTH: setting(
    integer(1, 1_000).default(128),
    '128',
    'Maximum nesting depth of objects and arrays in one event, including the event itself',
  ),
  WEIR_MAX_KEYS_PER_OBJECT: setting(
    integer(1, 10_000_000).default(50_000),
    '50000',
    'Maximum number of keys in one object of an event',
  ),
  WEIR_MAX_QUEUE_BYTES: setting(
    integer(64 * 1024, 64 * 1024 * mebibyte).default(128 * mebibyte),
    '134217728',
    'Memory for request bodies and rows waiting for the engine; when it is full, requests get 503',
  ),
  WEIR_QUARANTINE_BYTES: setting(
    integer(mebibyte, 1024 * 1024 * mebibyte).default(1024 * mebibyte),
    '1073741824',
    'Maximum size of the events in quarantine per Data Source, before compression; past it, the oldest are deleted',
  ),
  WEIR_MAX_QUEUE_REQUESTS: setting(
    integer(1, 1_000_000).default(10_000),
    '10000',
    'Maximum number of webhook requests waiting for the engine; further ones get 503',
  ),
  WEIR_INTAKE_TIMEOUT_MS: setting(
    integer(100, 600_000).default(15_000),
    '15000',
    'A webhook request whose events cannot be stored within this time gets 503',
  ),
  WEIR_REQUEST_TIMEOUT_MS: setting(
    integer(100, 3_600_000).default(60_000),
    '60000',
    'Time within which a request must arrive completely, or the next part of a file; its headers must arrive within 10 s',
  ),
  WEIR_MEMORY_LIMIT_BYTES: setting(
    integer(256 * mebibyte, Number.MAX_SAFE_INTEGER).optional(),
    "half of the machine's",
    'Memory that the embedded engine may use',
  ),
} as const;

type SettingName = keyof typeof settings;
type Values = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };

export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl: URL | undefined;
    readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
    /** Addresses and networks. */
    readonly trustedProxies: readonly string[];
    readonly bodyBytesMax: number;
    readonly requestTimeoutMs: number;
    readonly loadBytesMax: number;
    /** Undefined for any origin. */
    readonly corsOrigins: readonly string[] | undefined;
    readonly metricsToken: string | undefined;
  };
  readonly dataDirectory: string;
  readonly intake: {
    readonly eventsPerRequestMax: number;
    readonly nestingDepthMax: number;
    readonly keysPerObjectMax: number;
    readonly queueBytesMax: number;
    readonly queueRequestsMax: number;
    readonly quarantineBytesMax: number;
    readonly commitMsMax: number;
  };
  readonly engine: {
    readonly url: URL | undefined;
    readonly cluster: string | undefined;
    readonly memoryBytesMax: number;
  };
  readonly databaseUrl: URL | undefined;
  readonly encryptionKey: string | undefined;
  readonly allowPrivateEndpoints: boolean;
  readonly autoRebuild: boolean;
  readonly bootstrap: { readonly clientId: string | undefined; readonly clientSecret: string | undefined };
  readonly logLevel: Values['WEIR_LOG_LEVEL'];
  readonly queryTimeoutMs: number;
  readonly exports: { readonly timeoutMs: number; readonly idleMs: number };
  readonly queryHistoryDays: number;
}

export class ConfigError extends StartProblem {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems = unknownNames(env);
  const values: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(settings)) {
    const parsed = schema.safeParse(env[name] === '' ? undefined : env[name]);
    if (parsed.success) values[name] = parsed.data;
    else for (const issue of parsed.error.issues) problems.push(`${name} ${issue.message}`);
  }
  const { WEIR_TLS_CERT, WEIR_TLS_KEY, WEIR_CLICKHOUSE_CLUSTER, WEIR_CLICKHOUSE_URL } = env;
  if (Boolean(WEIR_TLS_CERT) !== Boolean(WEIR_TLS_KEY)) {
    problems.push('WEIR_TLS_CERT and WEIR_TLS_KEY must be set together: only one of them is set');
  }
  if (WEIR_CLICKHOUSE_CLUSTER && !WEIR_CLICKHOUSE_URL) {
    problems.push('WEIR_CLICKHOUSE_CLUSTER needs WEIR_CLICKHOUSE_URL: the embedded engine has no cluster');
  }
  const { WEIR_MAX_QUEUE_BYTES: queueBytes, WEIR_MAX_BODY_BYTES: bodyBytes } = values as Partial<Values>;
  if (queueBytes !== undefined && bodyBytes !== undefined && queueBytes < bodyBytes * queuedBodyFactor) {
    problems.push(
      `WEIR_MAX_QUEUE_BYTES must be at least ${queuedBodyFactor} times WEIR_MAX_BODY_BYTES (${bodyBytes}): a body and its rows are in memory together`,
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return arrange(values as Values);
}

function arrange(values: Values): Config {
  const { WEIR_TLS_CERT: certFile, WEIR_TLS_KEY: keyFile } = values;
  return Object.freeze({
    http: Object.freeze({
      host: values.WEIR_HOST,
      port: values.WEIR_PORT,
      publicUrl: values.WEIR_PUBLIC_URL,
      tls: certFile && keyFile ? Object.freeze({ certFile, keyFile }) : undefined,
      trustedProxies: values.WEIR_TRUST_PROXY,
      bodyBytesMax: values.WEIR_MAX_BODY_BYTES,
      requestTimeoutMs: values.WEIR_REQUEST_TIMEOUT_MS,
      loadBytesMax: values.WEIR_MAX_LOAD_BYTES,
      corsOrigins: values.WEIR_CORS_ORIGINS,
      metricsToken: values.WEIR_METRICS_TOKEN,
    }),
    dataDirectory: resolve(values.WEIR_DATA_DIR),
    intake: Object.freeze({
      eventsPerRequestMax: values.WEIR_MAX_EVENTS_PER_REQUEST,
      nestingDepthMax: values.WEIR_MAX_NESTING_DEPTH,
      keysPerObjectMax: values.WEIR_MAX_KEYS_PER_OBJECT,
      queueBytesMax: values.WEIR_MAX_QUEUE_BYTES,
      queueRequestsMax: values.WEIR_MAX_QUEUE_REQUESTS,
      commitMsMax: values.WEIR_INTAKE_TIMEOUT_MS,
      quarantineBytesMax: values.WEIR_QUARANTINE_BYTES,
    }),
    engine: Object.freeze({
      url: values.WEIR_CLICKHOUSE_URL,
      cluster: values.WEIR_CLICKHOUSE_CLUSTER,
      memoryBytesMax: values.WEIR_MEMORY_LIMIT_BYTES ?? Math.floor(totalmem() * memoryShareDefault),
    }),
    databaseUrl: values.WEIR_DATABASE_URL,
    encryptionKey: values.WEIR_ENCRYPTION_KEY,
    allowPrivateEndpoints: values.WEIR_ALLOW_PRIVATE_ENDPOINTS,
    autoRebuild: values.WEIR_AUTO_REBUILD,
    bootstrap: Object.freeze({
      clientId: values.WEIR_BOOTSTRAP_CLIENT_ID,
      clientSecret: values.WEIR_BOOTSTRAP_CLIENT_SECRET,
    }),
    logLevel: values.WEIR_LOG_LEVEL,
    queryTimeoutMs: values.WEIR_QUERY_TIMEOUT_MS,
    exports: Object.freeze({
      timeoutMs: values.WEIR_EXPORT_TIMEOUT_SECONDS * millisecondsPerSecond,
      idleMs: values.WEIR_EXPORT_IDLE_SECONDS * millisecondsPerSecond,
    }),
    queryHistoryDays: values.WEIR_QUERY_HISTORY_DAYS,
  });
}

/** A misspelt variable would otherwise be ignored silently. `WEIR_TEST_…` belongs to the tests. */
function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('WEIR_') && !name.startsWith('WEIR_TEST_') && !(name in settings))
    .map((name) => `${name} is not a Weir setting`);
}

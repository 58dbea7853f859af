import { WeirError } from '../base/errors.js';
import { PrivateAddressError } from './address-guard.js';
import { textOf } from './xml-text.js';

/** What has to be changed before a call can succeed. `changed`: the object is not the one that was listed. */
export type S3Problem = 'endpoint' | 'credentials' | 'bucket' | 'object' | 'changed';

/** A failed call to object storage. The message never contains credentials, nor what the endpoint answered beyond its code. */
export class S3Error extends WeirError {
  constructor(
    readonly problem: S3Problem,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super('SOURCE_FAILED', message, options);
  }
}

const problems: Readonly<Record<string, readonly [S3Problem, string]>> = {
  InvalidAccessKeyId: ['credentials', 'The endpoint does not know the access key ID'],
  SignatureDoesNotMatch: ['credentials', 'The secret access key is wrong for this access key ID'],
  AccessDenied: [
    'credentials',
    'The credentials do not permit this: to list the bucket, to read its objects, or to write them',
  ],
  ExpiredToken: ['credentials', 'The credentials have expired'],
  RequestTimeTooSkewed: ['endpoint', "The clocks of this machine and of the endpoint's differ too much"],
  AuthorizationHeaderMalformed: ['bucket', 'The bucket is in another region'],
  PermanentRedirect: ['bucket', 'The bucket is in another region, or has another endpoint'],
  NoSuchBucket: ['bucket', 'The bucket does not exist'],
  InvalidBucketName: ['bucket', 'The bucket name is not valid'],
  NoSuchKey: ['changed', 'The object has been deleted since it was listed'],
  PreconditionFailed: ['changed', 'The object has been overwritten since it was listed'],
  NoSuchUpload: ['changed', 'The upload was aborted by someone else'],
  InvalidObjectState: ['object', 'The object is archived; restore it before it can be read'],
};

const byStatus: Readonly<Record<number, readonly [S3Problem, string]>> = {
  401: ['credentials', 'The endpoint refused the credentials'],
  403: ['credentials', 'The endpoint refused the credentials, or they do not permit this'],
  404: ['bucket', 'The bucket or the object does not exist'],
  412: ['changed', 'The object has been overwritten since it was listed'],
};

const codePattern = /^[A-Za-z0-9.]{1,64}$/;

/** The code in an answer such as `<Error><Code>NoSuchBucket</Code>…`. */
function codeOf(body: string): string | undefined {
  try {
    const code = textOf(body, 'Code');
    return code !== undefined && codePattern.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

export function errorOfAnswer(status: number, body: string): S3Error {
  const code = codeOf(body);
  const known = (code !== undefined && Object.hasOwn(problems, code) && problems[code]) || byStatus[status];
  const shown = code === undefined ? `status ${status}` : `status ${status}, ${code}`;
  if (known) return new S3Error(known[0], `${known[1]} (${shown})`);
  if (status >= 300 && status < 400)
    return new S3Error(
      'endpoint',
      `The endpoint redirects to another address, which is not followed (${shown})`,
    );
  return new S3Error('endpoint', `The endpoint answered with an error (${shown})`);
}

/** The reasons for failed connections that can be told apart by their code. */
const connectionProblems: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name cannot be resolved',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: 'its address cannot be reached',
  ENETUNREACH: 'its address cannot be reached',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'it did not accept a connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending its answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too long',
};

function codes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as NodeJS.ErrnoException;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...(code === undefined ? [] : [code]), ...inner.flatMap(codes)];
}

function privateAddress(error: unknown): PrivateAddressError | undefined {
  if (error instanceof PrivateAddressError) return error;
  return error instanceof Error ? privateAddress(error.cause) : undefined;
}

export function errorOfConnection(error: unknown): S3Error {
  const refused = privateAddress(error);
  if (refused)
    return new S3Error('endpoint', `The endpoint is refused: ${refused.message}`, { cause: error });
  const found = codes(error);
  const reason =
    found.flatMap((code) => connectionProblems[code] ?? [])[0] ?? found[0] ?? 'the connection failed';
  return new S3Error('endpoint', `The endpoint cannot be used: ${reason}`, { cause: error });
}

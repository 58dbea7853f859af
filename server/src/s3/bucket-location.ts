import { badInput } from '../base/errors.js';

/** Where a bucket is. */
export interface BucketLocation {
  readonly bucket: string;
  /** Null for Amazon's endpoint of the region. */
  readonly endpoint: string | null;
  readonly region: string;
}

export const bucketRules = {
  bucket: /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/,
  region: /^[a-z0-9][a-z0-9-]{0,62}$/,
  endpointCharactersMax: 2_048,
} as const;

/** Checks the form; whether the endpoint answers is known only when it is called. */
export function checkBucketLocation({ bucket, endpoint, region }: BucketLocation): void {
  if (!bucketRules.bucket.test(bucket))
    throw badInput(
      'connectionSettings.bucket',
      'a bucket name has 3 to 255 letters, digits, dots, hyphens and underscores, and begins and ends with a letter or digit',
    );
  if (!bucketRules.region.test(region))
    throw badInput(
      'connectionSettings.region',
      'a region has lower-case letters, digits and hyphens, such as us-east-1',
    );
  if (endpoint !== null) checkEndpoint(endpoint);
}

function checkEndpoint(endpoint: string): void {
  const refuse = (problem: string) => badInput('connectionSettings.endpoint', problem);
  if (endpoint.length > bucketRules.endpointCharactersMax)
    throw refuse(`has more than ${bucketRules.endpointCharactersMax} characters`);
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw refuse('is not a URL such as https://s3.example.com');
  if (url.username !== '' || url.password !== '')
    throw refuse('must not contain credentials; use awsAccessKeyId and awsSecretAccessKey');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw refuse('must have only a scheme, a host and a port; the bucket has a field of its own');
}

/**
 * The URL of the bucket, without a slash at the end. With an endpoint, the bucket is the first part of the path, because
 * servers of one's own seldom have a host name for each bucket. Old names of buckets, with dots or capitals, are no part of a
 * host name that Amazon's certificates cover.
 */
export function bucketUrl({ bucket, endpoint, region }: BucketLocation): string {
  if (endpoint !== null) return `${new URL(endpoint).origin}/${bucket}`;
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return hostLabel.test(bucket) ? `https://${bucket}.${host}` : `https://${host}/${bucket}`;
}

const hostLabel = /^[a-z0-9-]{1,63}$/;

/** Percent-encodes everything that RFC 3986 does not call unreserved, as signatures do. */
export const encodeComponent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Undefined for keys that no URL can express: parts of a path called `.` and `..` are removed from it. */
export function objectUrl(location: BucketLocation, key: string): string | undefined {
  const url = `${bucketUrl(location)}/${key.split('/').map(encodeComponent).join('/')}`;
  return new URL(url).href === url ? url : undefined;
}

/** Also of a region, such as storage.us-east1.rep.googleapis.com. */
const googleHost = /(?:^|\.)storage\.(?:[a-z0-9-]+\.rep\.)?googleapis\.com$/;

/**
 * For the download of an object. Google decompresses objects that are stored with `Content-Encoding: gzip`, unless the request
 * accepts that. Others might compress what is not, if it did. Not to be signed: Google changes the header before it checks that.
 */
export const acceptedEncoding = (url: string): Readonly<Record<string, string>> =>
  googleHost.test(new URL(url).hostname) ? { 'accept-encoding': 'gzip' } : {};

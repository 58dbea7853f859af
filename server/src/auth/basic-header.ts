export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Reads `Authorization: Basic …`; undefined when it is something else or malformed. By hand, because npm's basic-auth 3
 * needs Node 22.
 */
export function parseBasicHeader(header: string | undefined): BasicCredentials | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/**
 * Request bodies that are meant to do harm: to stall the event loop, to fill the memory, to cause an internal error.
 * By name, each a request that any client can send. Each must be answered soon with a status below 500 (503 excepted),
 * and the service must go on answering others.
 */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

export interface HostileRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The length that the head announces, when it is not the body's; the rest never comes. */
  readonly declaredBytes?: number;
  /** Sent with `Transfer-Encoding: chunked`, in chunks of this size. */
  readonly chunkBytes?: number;
}

export interface HostileTargets {
  /** `/v1/<webhook key>` of a webhook that takes anything. */
  readonly webhookPath: string;
  /** The `Authorization` of an Application with every scope. */
  readonly authorization: string;
}

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const graphqlQuery = '{ environment { id } }';

/** JSON texts of about so many bytes. */
const jsonTexts: Readonly<Record<string, (bytes: number) => string>> = {
  'nested arrays': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'nested arrays that are never closed': (bytes) => '['.repeat(bytes),
  'nested objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'many small arrays': (bytes) => `[${'[],'.repeat(bytes / 3)}[]]`,
  'many small objects': (bytes) => `[${'{},'.repeat(bytes / 3)}{}]`,
  'many numbers': (bytes) => `[${'0,'.repeat(bytes / 2)}0]`,
  'many different keys': (bytes) =>
    `{${Array.from({ length: bytes / 12 }, (_, index) => `"k${index}":1`).join(',')}}`,
  'many numeric keys': (bytes) =>
    `{${Array.from({ length: bytes / 14 }, (_, index) => `"${index * 65_537}":1`).join(',')}}`,
  'one key many times': (bytes) => `{${'"a":1,'.repeat(bytes / 6)}"a":1}`,
  'a huge key': (bytes) => `{"${'k'.repeat(bytes)}":1}`,
  'a huge string': (bytes) => `["${'s'.repeat(bytes)}"]`,
  'a string of escapes': (bytes) => `["${'\\u0041'.repeat(bytes / 6)}"]`,
  'a string that never ends': (bytes) => `"${'\\"'.repeat(bytes / 2)}`,
  'a number of many digits': (bytes) => `[${'9'.repeat(bytes)}]`,
  'a number with a huge exponent': () => '[1e999999999]',
  'lone surrogates': (bytes) => `["${'\\ud800'.repeat(bytes / 6)}"]`,
  'keys of every object': () => '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1}',
  'white space': (bytes) => ' '.repeat(bytes),
  nothing: () => '',
  null: () => 'null',
  'a byte-order mark': () => '\ufeff[]',
};

const asVariables = (text: string) =>
  `{"query":"query ($v: [String!]) { __typename }","variables":{"v":${text || 'null'}}}`;

const encodingNames = { deflate: 'deflate', brotli: 'br', zstd: 'zstd' };

/** A frame of zstd without a declared size; blocks follow. */
const zstdHead = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]);

/** Spaces as zstd: 128 KB in every four bytes. */
function zstdSpaces(bytes: number): Buffer {
  const blockBytes = 128 * 1024;
  const block = Buffer.alloc(4, ' ');
  block.writeUIntLE((blockBytes << 3) | 2, 0, 3);
  const last = Buffer.from(block);
  last.writeUInt8(last.readUInt8(0) | 1, 0);
  return Buffer.concat([zstdHead, ...Array(Math.floor(bytes / blockBytes)).fill(block), last]);
}

/** `name → request`. The bodies are made when they are asked for: together they are large. */
export function hostileBodies({
  webhookPath,
  authorization,
}: HostileTargets): ReadonlyMap<string, () => HostileRequest> {
  const corpus = new Map<string, () => HostileRequest>();
  const add = (
    name: string,
    request: () => Omit<HostileRequest, 'body'> & { readonly body: string | Uint8Array },
  ) =>
    corpus.set(name, () => {
      const made = request();
      return { ...made, body: typeof made.body === 'string' ? Buffer.from(made.body) : made.body };
    });
  const authorized = { ...json, authorization };
  const strangersPaths = ['/graphql', '/oauth2/token', '/v1/WHKnobody', '/v1/batch', '/nowhere', '/metrics'];
  const writeKey = Buffer.from(`${webhookPath.slice('/v1/'.length)}:`).toString('base64');
  const sdk = { ...json, authorization: `Basic ${writeKey}` };

  for (const [name, text] of Object.entries(jsonTexts)) {
    for (const path of strangersPaths)
      add(`${name}, 10 MB, from a stranger to ${path}`, () => ({
        path,
        headers: json,
        body: text(10 * megabyte),
      }));
    add(`${name} as variables`, () => ({
      path: '/graphql',
      headers: authorized,
      body: asVariables(text(megabyte - 200)),
    }));
    add(`${name} as the body of GraphQL`, () => ({
      path: '/graphql',
      headers: authorized,
      body: text(megabyte),
    }));
    add(`${name} as events`, () => ({ path: webhookPath, headers: json, body: text(megabyte) }));
    add(`${name} as a batch of messages`, () => ({
      path: '/v1/batch',
      headers: sdk,
      body: `{"batch":${text(megabyte)}}`,
    }));
    add(`${name} as the context of a batch`, () => ({
      path: '/v1/batch',
      headers: sdk,
      body: `{"batch":[{},{"context":{}}],"context":${text(megabyte)}}`,
    }));
    add(`${name} as a message`, () => ({ path: '/v1/track', headers: sdk, body: text(megabyte) }));
  }

  const bombs: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
    gzip: gzipSync,
    deflate: deflateSync,
    'deflate without a header': deflateRawSync,
    'gzip twice': (bytes) => gzipSync(gzipSync(bytes)),
    'gzip, cut short': (bytes) => gzipSync(bytes).subarray(0, 1_000),
    'gzip with more behind it': (bytes) => Buffer.concat([gzipSync(bytes), Buffer.from('more')]),
    'no gzip at all': () => Buffer.from('this is not gzip'),
    brotli: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    'brotli with a window of 16 MB': (bytes) =>
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 },
      }),
    zstd: ({ length }) => zstdSpaces(length),
    'zstd, cut short': ({ length }) => zstdSpaces(length).subarray(0, 1_000),
    'zstd of empty blocks': () =>
      Buffer.concat([zstdHead, Buffer.alloc(10 * megabyte - zstdHead.length - 3), Buffer.from([1, 0, 0])]),
    'zstd in many empty frames': () =>
      Buffer.concat(Array(megabyte).fill(Buffer.concat([zstdHead, Buffer.from([1, 0, 0])]))),
    'zstd that declares 2^63 bytes': () => Buffer.from('28b52ffde00000000000000080010000', 'hex'),
    'zstd with the largest window': () => Buffer.from('28b52ffd00ff0b00102000', 'hex'),
  };
  for (const [name, bomb] of Object.entries(bombs)) {
    const encoding = {
      'content-encoding':
        Object.entries(encodingNames).find(([start]) => name.startsWith(start))?.[1] ?? 'gzip',
    };
    for (const [path, headers] of [
      [webhookPath, json],
      ['/graphql', authorized],
      ['/graphql', json],
      ['/oauth2/token', form],
    ] as const)
      add(`100 MB in ${name} to ${path}${headers === json ? '' : ' with credentials'}`, () => ({
        path,
        headers: { ...headers, ...encoding },
        body: bomb(Buffer.alloc(100 * megabyte, ' ')),
      }));
  }

  const forms: Readonly<Record<string, (bytes: number) => string>> = {
    'many fields': (bytes) => 'a&'.repeat(bytes / 2),
    'many different fields': (bytes) =>
      Array.from({ length: bytes / 10 }, (_, index) => `k${index}=1`).join('&'),
    'one field many times': (bytes) => 'a=1&'.repeat(bytes / 4),
    'a huge name': (bytes) => 'k'.repeat(bytes),
    'a huge value': (bytes) => `a=${'+'.repeat(bytes - 2)}`,
    'a value of escapes': (bytes) => `a=${'%22'.repeat(bytes / 3 - 1)}`,
    'control characters': (bytes) => `a=${'\x01'.repeat(bytes - 2)}`,
    'a payload of escapes': (bytes) => `payload=%7B${'%20'.repeat(bytes / 3 - 8)}`,
    separators: (bytes) => '&'.repeat(bytes),
  };
  for (const [name, text] of Object.entries(forms))
    add(`a form with ${name}`, () => ({ path: webhookPath, headers: form, body: text(2 * megabyte) }));

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'application/graphql',
    'application/xml',
    ';',
    'a/b'.repeat(3_000),
  ])
    for (const path of ['/graphql', '/oauth2/token', webhookPath])
      add(`${type.slice(0, 60)} to ${path}`, () => ({
        path,
        headers: { ...authorized, 'content-type': type },
        body: `{"query":"${graphqlQuery}"}`,
      }));

  const fields = 'grant_type=client_credentials';
  const tokenForms: Readonly<Record<string, string>> = {
    'every field twice': `${fields}&${fields}&client_id=a&client_id=b`,
    'fields as arrays': 'grant_type[]=client_credentials&client_id[a]=1',
    'many fields': 'a&'.repeat(8_000),
    'malformed escapes': `${fields}&client_id=%zz&client_secret=%&scope=%u0041`,
    'NUL and bytes that are no UTF-8': `${fields}&client_id=%00&client_secret=%ff%fe`,
    'a client of every object': `${fields}&client_id=__proto__&client_secret=constructor`,
    'a very long secret': `${fields}&client_id=APP01AAAAAAAAAAAAAAAAAAAAAAAAA&client_secret=${'x'.repeat(16_000)}`,
    'nested policy values': `${fields}&client_id=a&client_secret=b&policy_values=${'['.repeat(4_000)}`,
    'many scopes': `${fields}&client_id=a&client_secret=b&scope=${'a+'.repeat(7_000)}`,
    nothing: '',
  };
  for (const [name, body] of Object.entries(tokenForms))
    add(`a token request with ${name}`, () => ({ path: '/oauth2/token', headers: form, body }));
  for (const [name, body] of Object.entries({
    numbers: '{"grant_type":"client_credentials","client_id":1,"client_secret":2}',
    arrays: '{"grant_type":["client_credentials"],"client_id":[],"client_secret":{}}',
    true: 'true',
  }))
    add(`a token request in JSON with ${name}`, () => ({ path: '/oauth2/token', headers: json, body }));

  for (const [path, headers] of [
    ['/graphql', json],
    ['/graphql', authorized],
    ['/oauth2/token', form],
    [webhookPath, json],
    ['/nowhere', json],
  ] as const) {
    const who = headers === authorized ? ' with credentials' : '';
    add(`half a body to ${path}${who}`, () => ({
      path,
      headers,
      body: Buffer.alloc(8_000, ' '),
      declaredBytes: 16_000,
    }));
    add(`all but a byte of the largest body to ${path}${who}`, () => ({
      path,
      headers,
      body: Buffer.alloc(megabyte - 1, ' '),
      declaredBytes: megabyte,
    }));
    add(`chunks of one byte to ${path}${who}`, () => ({
      path,
      headers,
      body: Buffer.alloc(200_000, ' '),
      chunkBytes: 1,
    }));
    add(`a body of 30 MB in chunks to ${path}${who}`, () => ({
      path,
      headers,
      body: Buffer.alloc(30 * megabyte, ' '),
      chunkBytes: 65_536,
    }));
  }
  return corpus;
}

/** The request as bytes. */
export function requestBytes({ path, headers, body, declaredBytes, chunkBytes }: HostileRequest): Buffer {
  const length =
    chunkBytes === undefined
      ? `content-length: ${declaredBytes ?? body.length}`
      : 'transfer-encoding: chunked';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`POST ${path} HTTP/1.1`, 'host: weir', ...lines, length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), chunkBytes === undefined ? body : chunked(body, chunkBytes)]);
}

function chunked(body: Uint8Array, chunkBytes: number): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { temporaryDirectory } from './engines.js';

/** A real S3 server, which checks signatures, with one bucket. */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  put(key: string, body: string | Uint8Array): Promise<void>;
  /** Many objects at once, without HTTP. */
  putAll(objects: ReadonlyMap<string, string>): Promise<void>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

interface S3rver {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
  readonly httpServer: { closeAllConnections(): void };
}

type S3rverClass = new (options: object) => S3rver;

const require = createRequire(import.meta.url);

/** It encrypts the token of the next page with DES, which OpenSSL 3 has only as DES-EDE with three equal keys. */
function provideDes(): void {
  const crypto = require('node:crypto') as Record<
    'createCipheriv' | 'createDecipheriv',
    (algorithm: string, key: Buffer, iv: Buffer) => unknown
  >;
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original = crypto[name];
    crypto[name] = (algorithm, key, iv, ...more: []) =>
      algorithm === 'des'
        ? original('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
        : original(algorithm, key, iv, ...more);
  }
}

const encodedKey = (key: string) => key.split('/').map(encodeURIComponent).join('/');

export async function startS3Server(bucket = 'history'): Promise<S3Server> {
  provideDes();
  const S3rver = require('@20minutes/s3rver') as S3rverClass;
  const directory = temporaryDirectory();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1', retries: 0 });
  const call = async (method: string, key: string, body?: string | Uint8Array) => {
    const response = await client.fetch(`${endpoint}/${bucket}/${encodedKey(key)}`, {
      method,
      ...(body !== undefined && { body: body as BodyInit }),
    });
    if (!response.ok) throw new Error(`${method} ${key}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  return {
    endpoint,
    bucket,
    ...credentials,
    put: (key, body) => call('PUT', key, body),
    putAll: async (objects) => {
      for (const [key, body] of objects) {
        const file = join(directory, bucket, `${key}._S3rver_`);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(`${file}object`, body);
        await writeFile(`${file}object.md5`, createHash('md5').update(body).digest('hex'));
        await writeFile(`${file}metadata.json`, '{}');
      }
    },
    remove: (key) => call('DELETE', key),
    close: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

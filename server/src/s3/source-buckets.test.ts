import { expect, test } from 'vitest';
import type { FileStore } from '../base/file-store.js';
import { SealedTexts } from '../base/sealed-texts.js';
import { type S3SourceSettings, s3SecretPurpose } from '../catalog/s3-source.js';
import type { S3Client } from './s3-client.js';
import { SourceBuckets } from './source-buckets.js';

test('a page of keys that take long to match does not keep other requests waiting', async () => {
  const page = Array.from({ length: 100 }, (_, n) => ({
    key: `${'a'.repeat(1_000)}${n}`,
    etag: `${n}`,
    sizeBytes: 1,
  }));
  const client: Pick<S3Client, 'list'> = {
    async *list() {
      yield page;
    },
  };
  const sealedTexts = new SealedTexts('a key that only this test knows');
  const sealedSecretAccessKey = sealedTexts.seal(s3SecretPurpose, 'secret');
  const buckets = new SourceBuckets({
    client: async () => client as S3Client,
    sealedTexts,
    files: {} as FileStore,
  });
  let isListed = false;
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (!isListed) setImmediate(turn);
  };
  setImmediate(turn);
  const settings = { sealedSecretAccessKey } as S3SourceSettings;
  // Matching takes hundreds of milliseconds, of which each turn of the event loop has 10.
  expect(await buckets.files(settings, { path: `**${'a'.repeat(1_000)}`, name: 't' })).toEqual([]);
  isListed = true;
  expect(turns).toBeGreaterThan(10);
});

import { expect, test } from 'vitest';
import { readObjectPage } from './object-list.js';

const page = (contents: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>history</Name>${more}${contents}</ListBucketResult>`;

const object = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-17T10:52:35.000Z</LastModified>` +
  '<ETag>&quot;9dd4e461268c8034f5c8564e155c67a6-3&quot;</ETag><Size>5368709121</Size></Contents>';

const keysOf = (xml: string) => readObjectPage(xml).objects.map(({ key }) => key);

test('reads keys, etags, sizes and where the next page starts', () => {
  const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>1+/=</NextContinuationToken>';
  expect(readObjectPage(page(object('a/1.csv'), more))).toEqual({
    objects: [{ key: 'a/1.csv', etag: '9dd4e461268c8034f5c8564e155c67a6-3', sizeBytes: 5_368_709_121 }],
    next: '1+/=',
  });
});

test('keys that are encoded as URLs are decoded, others are not', () => {
  const encoded = '<EncodingType>url</EncodingType>';
  expect(keysOf(page(object('a+b%2Bc/%00%E6%97%A5.csv'), encoded))).toEqual(['a b+c/\0日.csv']);
  expect(keysOf(page(object('a+b%2Bc')))).toEqual(['a+b%2Bc']);
});

test('keys with entities, spaces around them, or only digits are kept as they are', () => {
  const keys = ['a&amp;b&lt;c&gt;&quot;&apos;&#39;&#x27;', ' a ', '007', '1e5', 'true'];
  expect(keysOf(page(keys.map(object).join('')))).toEqual(["a&b<c>\"'''", ' a ', '007', '1e5', 'true']);
});

test('an empty bucket has one empty page', () => {
  expect(readObjectPage(page(''))).toEqual({ objects: [], next: undefined });
});

test.each([
  '',
  '<html><body>Welcome</body></html>',
  page(object('a')).slice(0, -30),
  page('<Contents><Key>a</Key></Contents>'),
  page('<Contents><Key>a</Key><Size>many</Size></Contents>'),
  page(object('a'), '<IsTruncated>true</IsTruncated>'),
  page(object('%zz'), '<EncodingType>url</EncodingType>'),
  page('<![CDATA[<Contents>]]>'),
])('refuses what S3 does not answer: %j', (xml) => {
  expect(() => readObjectPage(xml)).toThrow('does not answer as S3 does');
});

test('a full page has thousands of entities', () => {
  expect(keysOf(page(object('a&amp;b').repeat(1_000)))).toHaveLength(1_000);
});

test('a document that may declare entities of its own is refused', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1_000)}">]>${page(object('&a;&a;'))}`;
  expect(() => readObjectPage(bomb)).toThrow('does not answer as S3 does');
});

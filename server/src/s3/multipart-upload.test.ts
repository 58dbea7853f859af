import { describe, expect, it } from 'vitest';
import { completeUpload, partRanges, readUploadId } from './multipart-upload.js';

const mebibyte = 1024 * 1024;

describe('the parts of a file', () => {
  it.each([0, 1, 16 * mebibyte - 1, 16 * mebibyte, 16 * mebibyte + 1, 5_000_000_000, 1024 ** 4])(
    'cover %d bytes, within the rules of S3',
    (size) => {
      const parts = partRanges(size);
      expect(parts.length).toBeGreaterThanOrEqual(1);
      expect(parts.length).toBeLessThanOrEqual(10_000);
      let end = 0;
      for (const [index, { number, start, bytes }] of parts.entries()) {
        expect([number, start]).toEqual([index + 1, end]);
        if (index < parts.length - 1) expect(bytes).toBeGreaterThanOrEqual(5 * mebibyte);
        end += bytes;
      }
      expect(end).toBe(size);
    },
  );
});

describe('the answers of S3', () => {
  it('have the ID of the upload, with its entities decoded', () => {
    const xml =
      '<?xml version="1.0"?><InitiateMultipartUploadResult><Key>k</Key><UploadId>a&amp;b</UploadId></InitiateMultipartUploadResult>';
    expect(readUploadId(xml)).toBe('a&b');
    expect(() => readUploadId('<html></html>')).toThrow('does not answer as S3 does');
  });

  it('can be errors though the status is 200', () => {
    const failed = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>';
    expect(() => completeUpload.check(failed)).toThrow('InternalError');
    expect(() => completeUpload.check('')).toThrow('does not answer as S3 does');
    expect(() =>
      completeUpload.check(
        '<CompleteMultipartUploadResult xmlns="x"><ETag>"a"</ETag></CompleteMultipartUploadResult>',
      ),
    ).not.toThrow();
  });
});

it('names the parts with what the endpoint confirmed, which cannot become XML', () => {
  expect(completeUpload.write([{ number: 1, etag: '"a</ETag>&"' }])).toBe(
    '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>&#34;a&#60;/ETag&#62;&#38;&#34;</ETag></Part></CompleteMultipartUpload>',
  );
});

import { S3Error } from './s3-error.js';
import { checkXml, elements, textOf } from './xml-text.js';

export interface S3Object {
  readonly key: string;
  /** Identifies the content; without quotation marks. */
  readonly etag: string;
  readonly sizeBytes: number;
}

export interface ObjectPage {
  readonly objects: readonly S3Object[];
  /** Where the next page starts; undefined on the last. */
  readonly next: string | undefined;
}

const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** Reads an answer to ListObjectsV2. */
export function readObjectPage(xml: string): ObjectPage {
  try {
    checkXml(xml, 'ListBucketResult');
    const keyOf = textOf(xml, 'EncodingType') === 'url' ? decoded : (text: string) => text;
    const isTruncated = textOf(xml, 'IsTruncated')?.trim() === 'true';
    return {
      objects: Array.from(elements(xml, 'Contents'), (object) => readObject(object, keyOf)),
      next: isTruncated ? required(textOf(xml, 'NextContinuationToken')) : undefined,
    };
  } catch (error) {
    throw new S3Error('endpoint', 'The endpoint does not answer as S3 does when objects are listed', {
      cause: error,
    });
  }
}

function readObject(xml: string, keyOf: (text: string) => string): S3Object {
  const size = required(textOf(xml, 'Size'));
  if (!/^\d+$/.test(size)) throw new Error('The size of an object is not a number');
  return {
    key: keyOf(required(textOf(xml, 'Key'))),
    etag: (textOf(xml, 'ETag') ?? '').trim().replace(/^"|"$/g, ''),
    sizeBytes: Number(size),
  };
}

function required(text: string | undefined): string {
  if (text === undefined) throw new Error('An element is missing');
  return text;
}

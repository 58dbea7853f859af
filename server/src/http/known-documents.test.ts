import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { KnownDocuments } from './known-documents.js';

const schema = buildSchema('type Query { a: Int, b(x: String): Int }');

describe('the cache of documents', () => {
  it('keeps a valid document and answers the same one again', () => {
    const documents = new KnownDocuments(schema);
    expect(documents.read('{ a }')).toBe(documents.read('{ a }'));
  });

  it('keeps nothing of what it refuses', () => {
    const documents = new KnownDocuments(schema);
    const fields = Array.from({ length: 40 }, (_, n) => `f${n}`).join(' ');
    for (let n = 0; n < 20; n++) {
      expect(documents.read(`query q${n} { ${fields} }`)).not.toHaveLength(0);
      expect(() => documents.read(`query q${n} { ${'a '.repeat(5_000)} }`)).toThrow('more than 1000');
      expect(() => documents.read(`query q${n} {`)).toThrow('Syntax Error');
    }
    expect(documents.bytes).toBe(0);
  });

  it('is bounded by bytes, however many documents are sent', () => {
    const documents = new KnownDocuments(schema);
    const long = ' '.repeat(99_000);
    let largest = 0;
    for (let n = 0; n < 400; n++) {
      documents.read(`{ b(x: "${n}")${long}}`);
      largest = Math.max(largest, documents.bytes);
    }
    expect(largest).toBeGreaterThan(60_000_000);
    expect(largest).toBeLessThanOrEqual(64 * 1024 * 1024);
  });
});

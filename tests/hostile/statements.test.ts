import { beforeAll, describe, expect, it } from 'vitest';
import { WeirError } from '../../server/src/base/errors.js';
import { parseStatement } from '../../server/src/sql/compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import { processorTime } from '../support/processor-time.js';
import { hostileStatements } from './statements.js';

/** A busy machine has to pass, too; what was found took from seconds to minutes. */
const parseMsMax = 2_000;

let parsers: SqlParsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

describe('a hostile statement', () => {
  it.each(Object.entries(hostileStatements))('is read or refused at once: %s', (_, { query, dialect }) => {
    const spentMs = processorTime();
    try {
      parseStatement(parsers, query, dialect, () => undefined);
    } catch (error) {
      expect(error).toBeInstanceOf(WeirError);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(BAD_REQUEST|NOT_FOUND)$/) });
    }
    expect(spentMs()).toBeLessThan(parseMsMax);
  });
});

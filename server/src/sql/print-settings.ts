import type { Settings } from '../engine/query-settings.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import { stringLiteral } from './values.js';

/** Settings as they follow the word SETTINGS. */
export const printSettings = (settings: Settings): Sql =>
  asSql(
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : stringLiteral(value)}`)
      .join(', '),
  );

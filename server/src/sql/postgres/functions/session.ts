import { stringValue } from '../../term/build-term.js';
import type { Typed } from '../typed.js';
import { textType } from '../types.js';
import { checkCount, type Handler, type Handlers, writtenText } from './handler.js';

/** The version of PostgreSQL whose results statements have. Tools ask for it before they send anything else. */
const version = '15.0';

/** What tools ask of a session, by the names in lower case. Nothing can be set. */
const settings: Readonly<Record<string, string>> = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, MDY',
  integer_datetimes: 'on',
  intervalstyle: 'postgres',
  lc_collate: 'C.UTF-8',
  max_identifier_length: '63',
  search_path: '"$user", public',
  server_encoding: 'UTF8',
  server_version: version,
  server_version_num: '150000',
  standard_conforming_strings: 'on',
  timezone: 'UTC',
  transaction_isolation: 'read committed',
  transaction_read_only: 'on',
};

const written =
  (value: string): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 0, 0, at, name);
    return constant(value, at);
  };

const constant = (value: string, at: number): Typed => ({
  term: stringValue(value),
  type: textType,
  nullable: false,
  at,
});

const currentSetting: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 2, at, name);
  const wanted = writtenText(context, args[0], 'The name of the setting', at).toLowerCase();
  const value = Object.hasOwn(settings, wanted) ? settings[wanted] : undefined;
  if (value === undefined)
    throw context.refuse(
      at,
      `There is no setting ${JSON.stringify(wanted)}. Known: ${Object.keys(settings).join(', ')}.`,
    );
  return constant(value, at);
};

export const sessionFunctions: Handlers = {
  version: written(`PostgreSQL ${version} (Weir)`),
  current_schema: written('public'),
  current_database: written('weir'),
  current_setting: currentSetting,
};

import { call, cast, text, unless } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { typeOf } from '../json.js';
import { int4Type, jsonType, textType } from '../types.js';
import { type Handlers, simple } from './handler.js';

const arrayLength = simple([jsonType], int4Type, ([document], [typed]) => {
  const value = document as Term;
  const isArray = call(
    'equals',
    cast(call('JSONType', call('ifNull', value, text('[]'))), 'String'),
    text('Array'),
  );
  const length = call('JSONLength', value);
  const type = typed?.nullable === true ? 'Nullable(Int32)' : 'Int32';
  return cast(unless(call('not', isArray), 'cannot get array length of a non-array', length), type);
});

const jsonTypeof = simple([jsonType], textType, ([document]) => typeOf(document as Term));

export const jsonFunctions: Handlers = {
  jsonb_array_length: arrayLength,
  json_array_length: arrayLength,
  jsonb_typeof: jsonTypeof,
  json_typeof: jsonTypeof,
};

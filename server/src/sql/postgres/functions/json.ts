import { call, cast, nothing, stringValue, text, unless } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { typeOf } from '../json.js';
import { toJson } from '../to-json.js';
import type { Typed } from '../typed.js';
import { int4Type, jsonType, textType } from '../types.js';
import { checkCount, type Handler, type Handlers, simple, writtenText } from './handler.js';

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

/** `json_build_object('a', 1, 'b', x)`. The keys must be literals, so that none can be there twice. */
const buildObject: Handler = (context, args, at, name) => {
  if (args.length % 2 === 1) throw context.refuse(at, `${name} needs a value for every key.`);
  const keys = args
    .filter((_, index) => index % 2 === 0)
    .map((key) => writtenText(context, key, 'A key', at));
  if (new Set(keys).size < keys.length)
    throw context.refuse(at, `${name} with the same key twice is not supported.`);
  const members = keys.flatMap((key, index) => [
    stringValue(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`),
    toJson(context, args[2 * index + 1] as Typed),
  ]);
  return { term: call('concat', text('{'), ...members, text('}')), type: jsonType, nullable: false, at };
};

const buildArray: Handler = (context, args, at) => {
  const items = args.flatMap((arg, index) => [text(index === 0 ? '' : ','), toJson(context, arg)]);
  return { term: call('concat', text('['), ...items, text(']')), type: jsonType, nullable: false, at };
};

const asJson: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 1, at, name);
  const [value] = args as [Typed];
  const term = toJson(context, value);
  const known = value.nullable ? call('if', call('isNull', value.term), nothing, term) : term;
  return { term: known, type: jsonType, nullable: value.nullable, at };
};

export const jsonFunctions: Handlers = {
  json_build_object: buildObject,
  jsonb_build_object: buildObject,
  json_build_array: buildArray,
  jsonb_build_array: buildArray,
  to_json: asJson,
  to_jsonb: asJson,
  jsonb_array_length: arrayLength,
  json_array_length: arrayLength,
  jsonb_typeof: jsonTypeof,
  json_typeof: jsonTypeof,
};

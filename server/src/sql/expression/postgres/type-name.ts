import type { Node, TypeName as PgTypeName, TypeCast } from 'libpg-query';
import type { Syntax, TypeName } from '../syntax.js';
import type { PostgresReader } from './reader.js';
import { spelledParts } from './spelling.js';

export function castSyntax(reader: PostgresReader, cast: TypeCast): Syntax {
  const typeName = cast.typeName;
  if (typeName === undefined) throw reader.refuse(cast.location, 'The type of the cast is missing.');
  const at = reader.offsetOf((cast.location ?? -1) < 0 ? typeName.location : cast.location);
  const operand = reader.read(cast.arg);
  if (lastName(typeName) === 'interval') return intervalSyntax(reader, typeName, operand, at);
  return { kind: 'cast', at, operand, typeName: typeNameOf(reader, typeName) };
}

function lastName(type: PgTypeName): string {
  const last = type.names?.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}

function typeNameOf(reader: PostgresReader, type: PgTypeName): TypeName {
  reader.onlyFields(type, 'A type', ['names', 'typmods', 'typemod'], type.location);
  const [schema] = type.names?.length === 2 ? type.names : [];
  const isPlain =
    type.names?.length === 1 || (schema && 'String' in schema && schema.String.sval === 'pg_catalog');
  if (isPlain !== true) throw reader.refuse(type.location, 'This type is not supported.');
  const folded = lastName(type);
  const at = reader.offsetOf(type.location);
  // `bigint` is pg_catalog.int8 to the grammar; `Int8` spelled so is the engine's own type.
  const name =
    type.names?.length === 1 ? (spelledParts(reader.source.text, at, [folded])[0]?.text ?? folded) : folded;
  return { at, name, args: (type.typmods ?? []).map((node) => typeArgument(reader, node, type)) };
}

function typeArgument(reader: PostgresReader, node: Node, type: PgTypeName): TypeName | string {
  const syntax = reader.read(node);
  if (syntax.kind === 'number') return syntax.text;
  const [part] = syntax.kind === 'name' && syntax.parts.length === 1 ? syntax.parts : [];
  if (part !== undefined) return { at: syntax.at, name: part.text, args: [] };
  throw reader.refuse(type.location, 'This type is not supported.');
}

/** Bits of an interval's field mask, as PostgreSQL numbers them. */
const intervalFields: Readonly<Record<string, string>> = {
  '4': 'year',
  '2': 'month',
  '8': 'day',
  '1024': 'hour',
  '2048': 'minute',
  '4096': 'second',
};

function intervalSyntax(reader: PostgresReader, type: PgTypeName, operand: Syntax, at: number): Syntax {
  if (operand.kind !== 'string') throw reader.refuse(type.location, "Write intervals as INTERVAL '1 day'.");
  const [mask, ...more] = reader.list(type.typmods);
  if (mask === undefined) return { kind: 'interval', at, text: operand.value, unit: null };
  const unit = mask.kind === 'number' && more.length === 0 ? intervalFields[mask.text] : undefined;
  if (unit === undefined) throw reader.refuse(type.location, 'This kind of INTERVAL is not supported.');
  return { kind: 'interval', at, text: operand.value, unit };
}

import type { A_Const } from 'libpg-query';
import type { Syntax } from '../syntax.js';
import type { PostgresReader } from './reader.js';

export function constantSyntax(reader: PostgresReader, constant: A_Const): Syntax {
  const at = reader.offsetOf(constant.location);
  const { ival, fval, sval, boolval, isnull } = constant as A_Const & Values;
  if (isnull === true) return { kind: 'null', at };
  // The tree leaves out fields that are zero, false or empty.
  if (ival !== undefined) return { kind: 'number', at, text: String(ival.ival ?? 0) };
  if (fval !== undefined) return { kind: 'number', at, text: fval.fval ?? '0' };
  if (sval !== undefined) return { kind: 'string', at, value: sval.sval ?? '' };
  if (boolval !== undefined) return { kind: 'boolean', at, value: boolval.boolval === true };
  throw reader.refuse(constant.location, 'Bit strings are not supported. Write a number or a string.');
}

interface Values {
  ival?: { ival?: number };
  fval?: { fval?: string };
  sval?: { sval?: string };
  boolval?: { boolval?: boolean };
  isnull?: boolean;
}

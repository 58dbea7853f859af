import type { A_Expr, Node } from 'libpg-query';
import { call, stringValue, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { implicitly } from './coerce.js';
import type { Context } from './context.js';
import { lowered } from './functions/text.js';
import { similarToRe2, toRe2 } from './regex.js';
import type { NameScope } from './scope.js';
import { truthOf } from './truth.js';
import { isNull, type Typed } from './typed.js';
import { boolType, textType } from './types.js';

/** LIKE and ILIKE. */
export function likeOperator(
  context: Context,
  node: A_Expr,
  scope: NameScope,
  caseless: boolean,
  isNot: boolean,
): Typed {
  const at = context.offsetOf(node.location);
  const operand = implicitly(context, context.expr(node.lexpr, scope), textType, 'LIKE');
  const { pattern, mark } = escaped(context, node.rexpr, scope, 'like_escape');
  const term = likePattern(context, pattern, mark);
  const test = caseless ? withoutCase(operand.term, term) : call('like', operand.term, term);
  return truthOf(isNot ? call('not', test) : test, operand.nullable || pattern.nullable, at);
}

/** The engine's ILIKE is fast but does not fold the case of every letter, so it is used for ASCII patterns only. */
function withoutCase(operand: Term, pattern: Term): Term {
  const isAscii = pattern.kind === 'value' && /^\p{ASCII}*$/u.test(pattern.text);
  return isAscii ? call('ilike', operand, pattern) : call('like', lowered(operand), lowered(pattern));
}

/** A pattern and its ESCAPE character, which the grammar represents as a function call. */
function escaped(context: Context, node: Node | undefined, scope: NameScope, fn: string) {
  if (node !== undefined && 'FuncCall' in node) {
    const names = (node.FuncCall.funcname ?? []).map((name) => ('String' in name ? name.String.sval : ''));
    if (names[0] === 'pg_catalog' && names[1] === fn) {
      const [inner, character] = node.FuncCall.args ?? [];
      const mark = character === undefined ? '\\' : context.expr(character, scope).literal;
      if (mark === undefined || mark.length > 1)
        throw context.refuseNode(
          node.FuncCall.location,
          'ESCAPE must be a literal of at most one character.',
        );
      return { pattern: context.expr(inner, scope), mark };
    }
  }
  return { pattern: context.expr(node, scope), mark: '\\' };
}

function likePattern(context: Context, pattern: Typed, mark: string): Term {
  if (pattern.literal !== undefined && pattern.type.name === 'unknown') {
    return stringValue(likeText(context, pattern.literal, mark, pattern.at));
  }
  if (mark !== '\\') throw context.refuse(pattern.at, 'With ESCAPE, the pattern must be a literal.');
  const value = implicitly(context, pattern, textType, 'LIKE');
  // PostgreSQL drops a backslash before an ordinary character; the engine keeps it.
  return call('replaceRegexpAll', value.term, text('\\\\([^%_\\\\])'), text('\\1'));
}

/** Rewrites a pattern to use backslashes, and only where they are needed. */
function likeText(context: Context, pattern: string, mark: string, at: number): string {
  let out = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] ?? '';
    if (character === mark && mark !== '') {
      index += 1;
      const next = pattern[index];
      if (next === undefined)
        throw context.refuse(at, 'The LIKE pattern must not end with its escape character.');
      out += /[%_\\]/.test(next) ? `\\${next}` : next;
    } else out += character === '\\' ? '\\\\' : character;
  }
  return out;
}

export function similarOperator(context: Context, node: A_Expr, scope: NameScope, isNot: boolean): Typed {
  const at = context.offsetOf(node.location);
  const operand = implicitly(context, context.expr(node.lexpr, scope), textType, 'SIMILAR TO');
  const { pattern, mark } = escaped(context, node.rexpr, scope, 'similar_to_escape');
  if (pattern.literal === undefined) throw context.refuse(at, 'The pattern of SIMILAR TO must be a literal.');
  const test = call('match', operand.term, stringValue(similarToRe2(context, pattern.literal, mark, at)));
  return truthOf(isNot ? call('not', test) : test, operand.nullable, at);
}

/** `~ ~* !~ !~*`. */
export function regexOperator(context: Context, op: string, left: Typed, right: Typed, at: number): Typed {
  const operand = implicitly(context, left, textType, op);
  if (isNull(right)) return implicitly(context, right, boolType, op);
  if (right.literal === undefined || right.type.name !== 'unknown') {
    throw context.refuse(at, 'A regular expression must be a literal.');
  }
  const pattern = toRe2(context, right.literal, 'test', right.at);
  const test = call('match', operand.term, stringValue(`${op.endsWith('*') ? '(?i)' : ''}${pattern}`));
  return truthOf(op.startsWith('!') ? call('not', test) : test, operand.nullable, at);
}

import type { GroupingSet, Node } from 'libpg-query';
import { keyOf } from '../term/term-key.js';
import { columnsLike } from '../text/columns-by-name.js';
import { statementLimits } from '../text/statement-limits.js';
import type { Context } from './context.js';
import type { NameScope } from './scope.js';
import { namedTarget, positioned } from './select-order.js';
import type { Target } from './targets.js';
import type { Typed } from './typed.js';

/** All keys of a GROUP BY, and for each grouping set the indexes of its keys. */
export interface Grouping {
  readonly keys: readonly Typed[];
  readonly sets: readonly (readonly number[])[];
}

/** Returns null without a GROUP BY. */
export function resolveGroupBy(
  context: Context,
  nodes: readonly Node[],
  scope: NameScope,
  targets: readonly Target[],
): Grouping | null {
  if (nodes.length === 0) return null;
  const keys: Typed[] = [];
  const indexes = new Map<string, number>();
  const grouping = { ...scope, clause: 'GROUP BY' };
  const key = (node: Node): number => {
    const value = groupKey(context, node, grouping, targets);
    const name = keyOf(value.term);
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, keys.length);
    keys.push(value);
    // Bounds the work: each key is compared with all keys before it.
    if (keys.length > statementLimits.columnsMax) {
      throw context.refuse(value.at, `GROUP BY can have at most ${statementLimits.columnsMax} keys.`);
    }
    return keys.length - 1;
  };
  // GROUP BY a, ROLLUP (b, c) means every combination of the sets of its parts.
  let sets: number[][] = [[]];
  for (const node of nodes) {
    const next = setsOf(context, node, key);
    sets = sets.flatMap((set) => next.map((more) => [...new Set([...set, ...more])]));
    if (sets.length > statementLimits.groupingSetsMax) {
      throw context.refuse(
        0,
        `GROUP BY expands to more than ${statementLimits.groupingSetsMax} grouping sets.`,
      );
    }
  }
  return { keys, sets };
}

function groupKey(context: Context, node: Node, scope: NameScope, targets: readonly Target[]): Typed {
  const at = positioned(context, node, targets, 'GROUP BY')?.value ?? null;
  const value = at ?? inputFirst(context, node, scope, targets);
  if (value.type.name === 'json')
    throw context.refuse(value.at, 'Grouping by jsonb is not supported. Use ->>.');
  if (value.type.name === 'unknown')
    throw context.refuse(value.at, 'Grouping by a constant is not supported.');
  return value;
}

/** A bare name refers to a source column first, and to an output column otherwise. */
function inputFirst(context: Context, node: Node, scope: NameScope, targets: readonly Target[]): Typed {
  const target = namedTarget(context, node, targets);
  if (target === null) return context.expr(node, scope);
  const isInput = scope.tables.some(({ columns }) => columnsLike(columns, target.name).length > 0);
  return isInput ? context.expr(node, scope) : target.value;
}

function setsOf(context: Context, node: Node, key: (node: Node) => number): number[][] {
  if ('GroupingSet' in node) return groupingSets(context, node.GroupingSet, key);
  return [listOf(node).map(key)];
}

/** `(a, b)` groups by both. */
function listOf(node: Node): Node[] {
  return 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node];
}

/** How many sets it is at least: those inside of it may expand, too. */
function expandsTo({ kind, content = [] }: GroupingSet): number {
  switch (kind) {
    case 'GROUPING_SET_ROLLUP':
      return content.length + 1;
    case 'GROUPING_SET_CUBE':
      return 2 ** content.length;
    default:
      return content.length;
  }
}

function groupingSets(context: Context, set: GroupingSet, key: (node: Node) => number): number[][] {
  const content = set.content ?? [];
  // Before any key is resolved, because there may be thousands.
  if (expandsTo(set) > statementLimits.groupingSetsMax)
    throw context.refuseNode(
      set.location,
      `GROUP BY expands to more than ${statementLimits.groupingSetsMax} grouping sets.`,
    );
  switch (set.kind) {
    case 'GROUPING_SET_EMPTY':
      return [[]];
    case 'GROUPING_SET_ROLLUP': {
      const parts = content.map((node) => listOf(node).map(key));
      return Array.from({ length: parts.length + 1 }, (_, cut) => parts.slice(0, parts.length - cut).flat());
    }
    case 'GROUPING_SET_CUBE': {
      const parts = content.map((node) => listOf(node).map(key));
      let sets: number[][] = [[]];
      for (const part of parts) sets = sets.concat(sets.map((one) => one.concat(part)));
      return sets;
    }
    case 'GROUPING_SET_SETS':
      return content.flatMap((node) => setsOf(context, node, key));
    default:
      throw context.refuseNode(set.location, 'This grouping is not supported.');
  }
}

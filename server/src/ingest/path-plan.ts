import { badRequest } from '../base/errors.js';
import { hashKey, sameBytes } from './key-bytes.js';

/**
 * The paths of the values that the columns need, compiled once per Data Pool. The scanner walks this plan while it reads,
 * so an event is read once however many columns there are.
 *
 * A path such as `a.b.c` can be read in several ways, because a key may itself contain dots: the key
 * `a.b.c`; the key `a.b`, in it `c`; `a`, in it `b.c`; `a`, `b`, `c`. Every reading that ends at a value
 * counts, at every level. The one with the longest first key wins, then the one with the longest second key, and so on. So
 * a key that equals the path always takes precedence over nested objects. (Null is a value.) In arrays a segment is a plain
 * index: `0`, `12`, not `-1` or `01`.
 *
 * All readings that have consumed the same prefix of a path are in the same state, so a node is one prefix, and there are
 * no more nodes than segments. A reading's rank says how good it is: each step that ends after segment k adds 2^-k, so the
 * smaller rank has the longer first key.
 */
export interface PathNode {
  /** An open-addressing hash table over keys; its length is a power of two. */
  readonly table: readonly (PathEdge | null)[];
  readonly elements: ReadonlyMap<number, PathEdge> | null;
}

export interface PathEdge {
  readonly key: Uint8Array;
  readonly hash: number;
  /** The columns (by index) whose path ends here. */
  readonly columns: readonly number[];
  readonly child: PathNode | null;
  /** What a step from here adds to the rank. */
  readonly rankStep: number;
}

/** Ranks stay exact well beyond this. */
export const pathSegmentsMax = 32;

export function compilePaths(paths: readonly string[]): PathNode {
  const split = paths.map((path) => path.split('.'));
  for (const [index, segments] of split.entries()) {
    if (segments.length > pathSegmentsMax) {
      throw badRequest(`jsonProperty "${paths[index]}" has more than ${pathSegmentsMax} dotted parts`);
    }
  }
  return buildNode(split, [], new Map());
}

interface EdgeDraft {
  readonly consumed: readonly string[];
  readonly columns: number[];
  continues: boolean;
}

function buildNode(
  paths: readonly (readonly string[])[],
  prefix: readonly string[],
  memo: Map<string, PathNode>,
): PathNode {
  const drafts = new Map<string, EdgeDraft>();
  for (const [column, segments] of paths.entries()) {
    if (prefix.every((segment, index) => segment === segments[index])) {
      draftEdges(drafts, column, segments, prefix.length);
    }
  }
  const edges = [...drafts].map(([key, draft]) => finishEdge(paths, key, draft, memo));
  const elements = new Map(
    edges
      .filter((edge) => arrayIndexPattern.test(Buffer.from(edge.key).toString()))
      .map((edge) => [Number(Buffer.from(edge.key).toString()), edge] as const),
  );
  return { table: hashTable(edges), elements: elements.size > 0 ? elements : null };
}

const arrayIndexPattern = /^(?:0|[1-9]\d{0,8})$/;

function draftEdges(
  drafts: Map<string, EdgeDraft>,
  column: number,
  segments: readonly string[],
  consumedCount: number,
): void {
  for (let stop = consumedCount + 1; stop <= segments.length; stop++) {
    const key = segments.slice(consumedCount, stop).join('.');
    const draft = drafts.get(key) ?? { consumed: segments.slice(0, stop), columns: [], continues: false };
    drafts.set(key, draft);
    if (stop === segments.length) {
      draft.columns.push(column);
    } else {
      draft.continues = true;
    }
  }
}

function finishEdge(
  paths: readonly (readonly string[])[],
  key: string,
  draft: EdgeDraft,
  memo: Map<string, PathNode>,
): PathEdge {
  const bytes = Buffer.from(key);
  const prefixText = draft.consumed.join('.');
  const known = memo.get(prefixText);
  const child = draft.continues ? (known ?? buildNode(paths, draft.consumed, memo)) : null;
  if (child !== null) {
    memo.set(prefixText, child);
  }
  return {
    key: bytes,
    hash: hashKey(bytes, 0, bytes.length),
    columns: draft.columns,
    child,
    rankStep: 2 ** -draft.consumed.length,
  };
}

function hashTable(edges: readonly PathEdge[]): (PathEdge | null)[] {
  let size = 4;
  while (size < edges.length * 4) {
    size *= 2;
  }
  const table: (PathEdge | null)[] = new Array(size).fill(null);
  for (const edge of edges) {
    let slot = edge.hash & (size - 1);
    while (table[slot] !== null) {
      slot = (slot + 1) & (size - 1);
    }
    table[slot] = edge;
  }
  return table;
}

/** The edge for a key, or null. The table is never full, so the search terminates. */
export function findEdge(
  node: PathNode,
  bytes: Uint8Array,
  start: number,
  end: number,
  hash: number,
): PathEdge | null {
  const table = node.table;
  const mask = table.length - 1;
  let slot = hash & mask;
  for (;;) {
    const edge = table[slot] as PathEdge | null;
    if (edge === null) {
      return null;
    }
    if (edge.hash === hash && sameBytes(edge.key, 0, edge.key.length, bytes, start, end)) {
      return edge;
    }
    slot = (slot + 1) & mask;
  }
}

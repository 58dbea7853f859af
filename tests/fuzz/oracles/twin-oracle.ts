import type { FuzzAnswer } from '../fuzz-case.js';
import type { World } from '../world/world.js';
import type { Finding } from './verdict.js';

/**
 * What may not be seen makes no difference: the twins agree in all that tenant `a` may see, so every question
 * has the same answer of both. This finds what no canary can carry, such as a hidden truth value, a failing
 * cast, or a count of rows.
 */
const volatile = new Set(['id', 'createdAt', 'modifiedAt', 'durationInMilliseconds']);
/** In sentences: the request of a viewer's error, and the booster that a query did not use. */
const volatileWords = /(?<=\breference |"reference":")[0-9a-f]{24}|\bBST[0-9A-Z]{26}\b/g;
/** Parquet and Arrow. Their bytes depend on the order of the rows. The same queries are exported as text, too. */
const binaryFile = /^(?:PAR1|\uFFFD{4})/;
/** Their signatures differ, but not the positions that they hold. */
const cursors = new Set(['startCursor', 'endCursor', 'cursor']);
const signatureBytes = 16;
/** Generated aliases end in the name of their field. */
const aliasPrefix = /^z\d+_/;
const processed = new Set(['recordsProcessed', 'bytesProcessed']);
const shownCharacters = 400;

interface Comparable {
  readonly data: string;
  readonly processed: string;
}

/** Of an answer what must be the same: names of the twins replaced, rows in an order of their own. */
export function comparable({ pairs }: Pick<World, 'pairs'>, { status, body }: FuzzAnswer): Comparable {
  // The last first, as a name may be a part of another.
  const named = pairs.reduceRight((all, [one, other]) => all.replaceAll(other, one), body);
  const text = binaryFile.test(named) ? '' : named.replaceAll(volatileWords, '');
  const counts: string[] = [];
  return { data: `${status} ${JSON.stringify(settled(parsed(text), counts))}`, processed: counts.join() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The rows of a file.
    return text.split('\n').sort();
  }
}

/** Without what every answer has of its own; a list of rows in an order of its own, as there may be none. */
function settled(value: unknown, counts: string[]): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => settled(item, counts));
    if (!value.some(Array.isArray)) return items;
    return items.map((item) => JSON.stringify(item)).sort();
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([alias, one]) => {
    const name = alias.replace(aliasPrefix, '');
    if (processed.has(name)) counts.push(`${name} ${String(one)}`);
    return !volatile.has(name) && !processed.has(name);
  });
  return Object.fromEntries(
    kept.map(([name, one]) => [
      name,
      cursors.has(name.replace(aliasPrefix, '')) ? positionIn(one) : settled(one, counts),
    ]),
  );
}

const positionIn = (cursor: unknown): unknown =>
  typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').subarray(signatureBytes).toString() : cursor;

/** Answers without an order, or that took another way, may differ by themselves: each is asked several times. */
export function interference(
  world: Pick<World, 'pairs'>,
  ours: readonly FuzzAnswer[],
  theirs: readonly FuzzAnswer[],
): Finding | undefined {
  const isTransient = [...ours, ...theirs].some(({ body }) =>
    /"code":"(?:QUERY_TIMED_OUT|RATE_LIMITED)"/.test(body),
  );
  if (isTransient) return undefined;
  for (const part of ['data', 'processed'] as const) {
    const left = ours.map((answer) => comparable(world, answer)[part]);
    const right = theirs.map((answer) => comparable(world, answer)[part]);
    if (left.some((one) => right.includes(one))) continue;
    const [one = '', other = ''] = [left[0], right[0]];
    const at = Math.max(
      0,
      [...one].findIndex((character, index) => character !== other[index]) - shownCharacters / 4,
    );
    return {
      oracle: 'twin',
      kind:
        part === 'data'
          ? `answers differ ${codeIn(one)}/${codeIn(other)}`
          : 'records or bytes processed differ',
      message: `${one.slice(at, at + shownCharacters)}\n    and, where only hidden values differ,\n  ${other.slice(at, at + shownCharacters)}`,
    };
  }
  return undefined;
}

const codeIn = (text: string) => /"code":"(\w+)"/.exec(text)?.[1] ?? 'data';

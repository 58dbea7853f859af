import { and, bool, call } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { partsOf, someTerm } from '../term/walk-term.js';
import { conjuncts } from './unbound.js';

/*
 * SQL does not say in which order conditions are computed. PostgreSQL computes the cheapest first, and otherwise in the order in which
 * they are written, so that in usual statements a condition that could fail is not computed for rows that another one excludes.
 */

/** How many of its operations can be an error. */
function risksOf(term: Term): number {
  const isRisk =
    term.kind === 'checked' ||
    (term.kind === 'cast' && (term.exact || isTrimmed(term.operand))) ||
    (term.kind === 'call' && (term.name === 'intDiv' || term.name === 'modulo'));
  return partsOf(term).reduce((sum, part) => sum + risksOf(part), isRisk ? 1 : 0);
}

/** A text that becomes a number. */
const isTrimmed = (term: Term) => term.kind === 'call' && term.name === 'trimBoth';

export const canFail = (term: Term) => risksOf(term) > 0;

/** The same condition, with the tests that can fail at its end. */
export function safeFirst(condition: Term): Term {
  const tests = conjuncts(condition);
  return tests.some(canFail) && tests.length > 1 ? and(...byRisk(tests)) : condition;
}

function byRisk(tests: readonly Term[]): Term[] {
  const risks = new Map(tests.map((test) => [test, risksOf(test)]));
  return [...tests].sort((a, b) => (risks.get(a) ?? 0) - (risks.get(b) ?? 0));
}

/**
 * The tests of an ON. The engine computes each of them by itself, for all rows of the tables that it reads, so those that can fail
 * become one condition per set of tables, which begins with the tests that cannot fail.
 */
export function inTurn(tests: readonly Term[]): Term[] {
  const safe = tests.filter((test) => !canFail(test));
  const failing = new Map<string, Term[]>();
  for (const test of tests.filter(canFail)) {
    const tables = [...tablesOf(test)].sort().join();
    failing.set(tables, [...(failing.get(tables) ?? []), test]);
  }
  const chains = [...failing.values()].map((late) => {
    const tables = tablesOf(late[0] as Term);
    const early = safe.filter((test) => [...tablesOf(test)].every((table) => tables.has(table)));
    return chained(byRisk([...early, ...late]));
  });
  return [...safe.map(orFalse), ...chains];
}

const orFalse = (test: Term) => call('ifNull', test, bool(false));

/** The engine computes the branches of a condition only for the rows that need them. */
function chained(tests: readonly Term[]): Term {
  const last = orFalse(tests.at(-1) as Term);
  if (tests.length === 1) return last;
  const before = tests.slice(0, -1).flatMap((test) => [call('not', orFalse(test)), bool(false)]);
  return call('multiIf', ...before, last);
}

function tablesOf(term: Term): Set<string> {
  const tables = new Set<string>();
  someTerm(term, (part) => {
    if (part.kind === 'column' && part.table !== null) tables.add(part.table);
    return false;
  });
  return tables;
}

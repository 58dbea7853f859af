import type { Expr } from '../expr.js';
import type { SyntaxOf } from '../syntax.js';
import { isOpen } from '../value-type.js';
import { fitPair, requireType, unify } from './fit.js';
import type { Resolving } from './resolving.js';

export function resolveCase(resolving: Resolving, syntax: SyntaxOf<'case'>): Expr {
  const { at } = syntax;
  let subject = syntax.subject === null ? null : resolving.resolve(syntax.subject);
  const conditions = syntax.branches.map(({ when }) => {
    const condition = resolving.resolve(when);
    if (subject === null) return requireType(resolving, condition, 'boolean', when.at, 'WHEN');
    const [fittedSubject, fittedCondition] = fitPair(
      resolving,
      subject,
      condition,
      { at: when.at, left: at, right: when.at },
      true,
    );
    subject = fittedSubject;
    return fittedCondition;
  });
  const results = syntax.branches.map(({ result }) => resolving.resolve(result));
  const otherwise = syntax.otherwise === null ? [] : [resolving.resolve(syntax.otherwise)];
  const unified = unify(resolving, [...results, ...otherwise], at);
  const branches = conditions.map((when, index) => ({ when, result: unified[index] as Expr }));
  return {
    kind: 'case',
    type: unified.find((result) => !isOpen(result.type))?.type ?? 'unknown',
    subject,
    branches,
    otherwise: unified[branches.length] ?? null,
  };
}

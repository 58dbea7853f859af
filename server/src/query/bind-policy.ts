import { badRequest, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { AccessPolicy, DataPool } from '../catalog/definitions.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { parsePolicyFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { allFilters } from '../sql/term/checked-term.js';
import { literalOfValue } from '../sql/text/placeholders.js';
import type { BoundPolicy } from './policy-rows.js';

/**
 * Replaces `${{ name }}` in an access policy with the token's values. A missing value, or one of the wrong type, is
 * FORBIDDEN. Messages never quote the policy, because callers may not know it.
 */
export function bindPolicy(
  parsers: SqlParsers,
  { policyValues }: Principal,
  dataPool: DataPool,
  policy: AccessPolicy,
): BoundPolicy {
  const { columns } = dataPool;
  const placeholders = (name: string) => {
    const value = Object.hasOwn(policyValues, name) ? policyValues[name] : undefined;
    if (value === undefined) throw missing(dataPool, name);
    if (typeof value === 'string' && !isText(value))
      throw badRequest(`The policy value "${name}" is not valid text`);
    return literalOfValue(value);
  };
  try {
    const written =
      policy.filterSql === null ? null : parsePolicyFilter(parsers, policy.filterSql, columns, placeholders);
    return {
      columns: policy.columns,
      filter: allFilters([written, compileFilters(policy.filters, columns)]),
    };
  } catch (error) {
    if (!(error instanceof WeirError) || error.code !== 'BAD_REQUEST') throw error;
    throw new WeirError(
      'FORBIDDEN',
      `An access policy for Data Pool "${dataPool.uniqueName}" cannot be applied with the token's policy_values`,
      { cause: error },
    );
  }
}

function missing({ uniqueName }: DataPool, name: string): WeirError {
  return new WeirError(
    'FORBIDDEN',
    `An access policy for Data Pool "${uniqueName}" needs the policy value "${name}"; request a token that has it in policy_values`,
  );
}

/** Whether the engine reads the text unchanged: it misreads NUL and lone surrogates. */
function isText(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}

import { GraphQLScalarType, Kind } from 'graphql';
import { formatDateTime, parseDateTime } from '../../base/date-time.js';
import { badRequest, notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Resolvers } from '../generated/resolver-types.js';

const text = (value: unknown): string => {
  if (typeof value === 'string') return value;
  throw badRequest('A DateTime must be a string in ISO 8601, such as "2026-03-01T05:00:00Z"');
};

/** Milliseconds since 1970 inside, ISO 8601 outside. */
const dateTime = new GraphQLScalarType({
  name: 'DateTime',
  serialize: (value) => formatDateTime(Number(value)),
  parseValue: (value) => parseDateTime(text(value)),
  parseLiteral: (node) => parseDateTime(text(node.kind === Kind.STRING ? node.value : undefined)),
});

export function createCommonResolvers(catalog: Catalog) {
  /** The Environment that a resource belongs to. */
  const environment = async ({ environmentId }: { readonly environmentId: string }) => {
    const found = await catalog.environments.findById(environmentId);
    if (!found) throw notFound('Environment', environmentId);
    return found;
  };
  return {
    DateTime: dateTime,
    Application: { environment },
    DataSource: { environment },
    DataPool: { environment },
    Metric: { environment },
    MaterializedView: { environment },
    Dashboard: { environment },
    SavedQuery: { environment },
  } satisfies Resolvers;
}

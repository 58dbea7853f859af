import { badRequest } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { MetricAggregation } from '../../catalog/definitions.js';
import { createMetric } from '../../provision/metrics.js';
import type { SqlParsers } from '../../sql/expression/parsers.js';
import type { GraphQLContext } from '../context.js';
import type { CreateCountMetricInput, MutationResolvers } from '../generated/resolver-types.js';
import { newMetricOf } from './metric-input.js';

type Given<T> = { readonly input?: T | null | undefined };

/** The seven mutations that create a Metric. */
export function createMutations(catalog: Catalog, parsers: SqlParsers) {
  /** One resolver a kind of Metric; they differ only in what is aggregated. */
  const create =
    <T extends CreateCountMetricInput>(aggregationOf: (input: T) => MetricAggregation) =>
    async (_parent: unknown, { input }: Given<T>, { principal }: GraphQLContext) => {
      const given = present(input);
      const metric = newMetricOf(given, aggregationOf(given));
      return {
        metric: await createMetric(
          catalog,
          parsers,
          principal.environmentId,
          metric,
          principal.applicationId,
        ),
      };
    };
  const measure = (type: 'SUM' | 'AVERAGE' | 'MIN' | 'MAX') =>
    create((input: CreateCountMetricInput & { readonly measure: { readonly columnName: string } }) => ({
      type,
      measure: input.measure.columnName,
    }));

  return {
    createCountMetric: create(() => ({ type: 'COUNT' })),
    createSumMetric: measure('SUM'),
    createAverageMetric: measure('AVERAGE'),
    createMinMetric: measure('MIN'),
    createMaxMetric: measure('MAX'),
    createCountDistinctMetric: create(
      (input: CreateCountMetricInput & { readonly dimension: { readonly columnName: string } }) => ({
        type: 'COUNT_DISTINCT',
        dimension: input.dimension.columnName,
      }),
    ),
    createCustomMetric: create((input: CreateCountMetricInput & { readonly expression: string }) => ({
      type: 'CUSTOM',
      expression: input.expression,
    })),
  } satisfies MutationResolvers;
}

/** `input` may be null by its type, for clients that declare it so. */
export function present<T>(input: T | null | undefined): T {
  if (input === null || input === undefined) throw badRequest('input: it is missing');
  return input;
}

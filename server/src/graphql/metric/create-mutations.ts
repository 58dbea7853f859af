import { badRequest } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import { type MetricType, metricKinds, metricTypes } from '../../catalog/metric-kinds.js';
import { createMetric } from '../../provision/metrics.js';
import type { SqlParsers } from '../../sql/compiler/parsers.js';
import type { GraphQLContext } from '../context.js';
import type { CreateCountMetricInput, MutationResolvers } from '../generated/resolver-types.js';
import { aggregationOf, newMetricOf } from './metric-input.js';

type Given = { readonly input?: CreateCountMetricInput | undefined };
type CreateField = `create${(typeof metricKinds)[MetricType]['name']}Metric`;

/** The mutations that create a Metric, one for each kind. They differ only in what is aggregated. */
export function createMutations(catalog: Catalog, parsers: SqlParsers): Pick<MutationResolvers, CreateField> {
  const create =
    (type: MetricType) =>
    async (_parent: unknown, { input }: Given, { principal }: GraphQLContext) => {
      const given = present(input);
      const metric = newMetricOf(given, aggregationOf(type, given));
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
  return Object.fromEntries(
    metricTypes.map((type) => [`create${metricKinds[type].name}Metric`, create(type)]),
  );
}

/** The type of `input` is nullable, because clients of the published API declare it so. */
export function present<T>(input: T | undefined): T {
  if (input === undefined) throw badRequest('input is required');
  return input;
}

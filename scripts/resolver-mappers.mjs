/**
 * The type that resolvers hold for each GraphQL type, where that is not the GraphQL type itself:
 * `Metric: '../../catalog/definitions.js#Metric as MetricRow'`. Paths are seen from the generated file.
 */
export const mappers = {};

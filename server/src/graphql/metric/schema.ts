import { type MetricType, metricKinds, metricTypes } from '../../catalog/metric-kinds.js';
import { typeParameters } from '../common/column-type-schema.js';
import { commonFields, connection, pageArguments } from '../common/sdl-parts.js';
import { metricCreateSchema } from './create-schema.js';
import { metricFormatSchema } from './format-schema.js';
import { metricSettingsSchema } from './settings-schema.js';

const enumValue = (type: MetricType) => {
  const { prose } = metricKinds[type];
  return `
  """
  ${prose.charAt(0).toUpperCase()}${prose.slice(1)}.
  """
  ${type}`;
};

/** Metrics: aggregations over a Data Pool's records, defined once and queried by name. */
export const metricSchema = /* GraphQL */ `
extend type Query {
  """
  One Metric. Needs the scope \`admin\`; the statistics of its dimensions need \`metric:stats\`.
  """
  metric(
    """
    The Metric's identifier.
    """
    id: ID!
  ): Metric
  """
  One Metric by its unique name. Needs the scope \`admin\`; the statistics of its dimensions need
  \`metric:stats\`.
  """
  metricByName(
    """
    The Metric's unique name.
    """
    uniqueName: String!
  ): Metric
  """
  The Environment's Metrics, newest first. Needs the scope \`admin\`.
  """
  metrics(${pageArguments()}
  ): MetricConnection
}

extend type Mutation {
  """
  Changes a Metric. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifyMetric(
    """
    Which Metric, and its new values. Required.
    """
    input: ModifyMetricInput
  ): MetricResponse
  """
  Deletes a Metric and returns its identifier. Needs the scope \`admin\`.
  """
  deleteMetric(
    """
    The Metric's identifier.
    """
    id: ID!
  ): ID
  """
  Deletes a Metric by its unique name and returns its identifier. Needs the scope \`admin\`.
  """
  deleteMetricByName(
    """
    The Metric's unique name.
    """
    uniqueName: String!
  ): ID
}

extend type DataPool {
  """
  The Metrics over its records, newest first.
  """
  metrics(${pageArguments()}
  ): MetricConnection
}

"""
An aggregation over a Data Pool's records.
"""
type Metric implements Node & Common {${commonFields('Metric')}
  """
  How it aggregates.
  """
  type: MetricType!
  """
  The Data Pool whose records it aggregates.
  """
  dataPool: DataPool!
  """
  The columns to break the Metric down by.
  """
  dimensions: [Dimension!]!
  """
  Its timestamp column, or the Data Pool's if it has none. Null if access policies hide it.
  """
  timestamp: Dimension
  """
  Its settings, which depend on its type.
  """
  settings: MetricSettings!
  """
  How its values are shown to people; null if it is not defined.
  """
  format: MetricFormat
}

"""
How a Metric aggregates.
"""
enum MetricType {${metricTypes.map(enumValue).join('')}
}

"""
A column that a Metric uses.
"""
type Dimension {
  """
  The column's name.
  """
  columnName: String!
  """
  The column's type.
  """
  type: ColumnType!${typeParameters}
  """
  Whether the column can hold null.
  """
  isNullable: Boolean!
}

"""
New values for a Metric. Omitted fields keep their values.
"""
input ModifyMetricInput {
  """
  The identifier of the Metric to change.
  """
  metric: ID!
  """
  Its new unique name.
  """
  uniqueName: String
  """
  Its new description; an empty string clears it.
  """
  description: String
  """
  The new SQL condition that records must meet to count; an empty string counts all records.
  """
  filterSql: String
  """
  Structured conditions that records must meet to count; an empty list removes them.
  """
  filters: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")
  """
  The new dimensions: columns to break the Metric down by.
  """
  dimensions: [DimensionInput!]
  """
  Its new timestamp column.
  """
  timestamp: TimestampInput
  """
  How its values are shown from now on. It replaces the whole format.
  """
  format: MetricFormatInput
}

"""
The Metric that was created or changed.
"""
type MetricResponse {
  """
  The Metric.
  """
  metric: Metric!
}
${metricFormatSchema}${metricCreateSchema}${metricSettingsSchema}${connection('Metric', 'Metrics')}`;

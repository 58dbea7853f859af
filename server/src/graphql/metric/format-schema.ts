import { durationUnits, formatLimits } from '../../catalog/metric-format.js';

const units = Object.keys(durationUnits)
  .map((unit) => `\`${unit}\``)
  .join(', ');

const formatFields = `
  """
  Digits after the decimal point: 0 to ${formatLimits.decimalsMax}. By default as many as the style usually has.
  """
  decimals: Int
  """
  The three letters of an ISO 4217 currency, such as \`CHF\`, for the style CURRENCY.
  """
  currency: String
  """
  What follows the number, such as \`km\`, for the style NUMBER. For the style DURATION, what the value is measured in: ${units};
  by default \`s\`.
  """
  unit: String`;

/** How the values of a Metric are shown to people. */
export const metricFormatSchema = /* GraphQL */ `
"""
How the values of a Metric are shown to people. Values in answers are not changed by it.
"""
type MetricFormat {
  """
  What the value is.
  """
  style: MetricFormatStyle!${formatFields}
}

"""
How to show the values of a Metric.
"""
input MetricFormatInput {
  """
  What the value is.
  """
  style: MetricFormatStyle!${formatFields}
}

"""
What the values of a Metric are.
"""
enum MetricFormatStyle {
  """
  A number, with a unit if there is one: \`1,234.5 km\`.
  """
  NUMBER
  """
  An amount of money: \`CHF 1,234.50\`.
  """
  CURRENCY
  """
  A share, of which 1 is the whole: 0.25 is shown as \`25%\`.
  """
  PERCENT
  """
  A number of bytes: \`1.2 MB\`.
  """
  BYTES
  """
  A length of time: \`2 hr 5 min\`.
  """
  DURATION
}
`;

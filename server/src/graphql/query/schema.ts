import { comparisonSchema } from './comparison-schema.js';
import { counterSchema } from './counter-schema.js';
import { leaderboardSchema } from './leaderboard-schema.js';
import { metricInputSchema } from './metric-input-schema.js';
import { metricReportSchema } from './metric-report-schema.js';
import { queryInfoSchema } from './query-info-schema.js';
import { statisticsSchema } from './statistics-schema.js';
import { timeRangeSchema } from './time-range-schema.js';
import { timeSeriesSchema } from './time-series-schema.js';
import { topValuesSchema } from './top-values-schema.js';

/** Queries of Metrics and columns, and the query history. */
export const querySchema = [
  counterSchema,
  timeSeriesSchema,
  leaderboardSchema,
  comparisonSchema,
  metricReportSchema,
  topValuesSchema,
  statisticsSchema,
  queryInfoSchema,
  timeRangeSchema,
  metricInputSchema,
].join('');

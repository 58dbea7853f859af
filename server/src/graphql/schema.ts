import { applicationSchema } from './application/schema.js';
import { boosterSchema } from './booster/schema.js';
import { commonSchema } from './common/schema.js';
import { dashboardSchema } from './dashboard/schema.js';
import { dataPoolSchema } from './data-pool/schema.js';
import { dataSourceSchema } from './data-source/schema.js';
import { environmentSchema } from './environment/schema.js';
import { exportJobSchema } from './export/job-schema.js';
import { exportSchema } from './export/schema.js';
import { jobSchema } from './job/schema.js';
import { materializedViewSchema } from './materialized-view/schema.js';
import { metricSchema } from './metric/schema.js';
import { accessPreviewSchema } from './policy/preview-schema.js';
import { policySchema } from './policy/schema.js';
import { quarantineSchema } from './quarantine/schema.js';
import { querySchema } from './query/schema.js';
import { receiptSchema } from './receipt/schema.js';
import { recordsSchema } from './records/schema.js';
import { savedQuerySchema } from './saved-query/schema.js';
import { shareLinkSchema } from './share-link/schema.js';
import { sqlSchema } from './sql/schema.js';
import { subscriptionSchema } from './subscription/schema.js';
import { syncSchema } from './sync/schema.js';

/** The root types, to which topics add their fields by `extend type`. */
const rootTypes = `
"""
Everything that can be read.
"""
type Query

"""
Everything that can be changed. The fields of one request run one after the other.
"""
type Mutation
`;

/** The whole API: its public schema is printed in this order. */
export const sdl: string = [
  rootTypes,
  commonSchema,
  environmentSchema,
  applicationSchema,
  dataSourceSchema,
  quarantineSchema,
  dataPoolSchema,
  metricSchema,
  boosterSchema,
  querySchema,
  sqlSchema,
  recordsSchema,
  exportSchema,
  exportJobSchema,
  policySchema,
  accessPreviewSchema,
  jobSchema,
  syncSchema,
  materializedViewSchema,
  receiptSchema,
  subscriptionSchema,
  dashboardSchema,
  shareLinkSchema,
  savedQuerySchema,
].join('');

import { applicationSchema } from './application/schema.js';
import { commonSchema } from './common/schema.js';
import { dataPoolSchema } from './data-pool/schema.js';
import { dataSourceSchema } from './data-source/schema.js';
import { jobSchema } from './job/schema.js';
import { metricSchema } from './metric/schema.js';
import { policySchema } from './policy/schema.js';
import { querySchema } from './query/schema.js';
import { recordsSchema } from './records/schema.js';
import { sqlSchema } from './sql/schema.js';

/**
 * The whole API by topic. A topic refers only to types of its own and of the topics it needs, and adds to
 * theirs by `extend type`, so that any set of topics closed under `needs` is a valid schema.
 */
const topics = {
  common: { sdl: commonSchema, needs: [] },
  application: { sdl: applicationSchema, needs: ['common'] },
  'data-source': { sdl: dataSourceSchema, needs: ['common'] },
  'data-pool': { sdl: dataPoolSchema, needs: ['common', 'data-source'] },
  metric: { sdl: metricSchema, needs: ['common', 'data-pool'] },
  query: { sdl: querySchema, needs: ['common', 'data-pool', 'metric'] },
  sql: { sdl: sqlSchema, needs: ['common', 'query'] },
  records: { sdl: recordsSchema, needs: ['common', 'data-pool', 'query'] },
  policy: { sdl: policySchema, needs: ['common', 'application', 'data-pool'] },
  job: { sdl: jobSchema, needs: ['common', 'data-pool'] },
} as const satisfies Record<string, { sdl: string; needs: readonly string[] }>;

export type Topic = keyof typeof topics;

export const allTopics = Object.keys(topics) as readonly Topic[];

/** The topics that the service answers. */
export const liveTopics: readonly Topic[] = [
  'common',
  'application',
  'data-source',
  'data-pool',
  'metric',
  'query',
  'sql',
  'policy',
  'records',
  'job',
];

/** The root types, to which topics add their fields. */
const queryRoot = `
"""
Everything that can be read.
"""
type Query
`;

const mutationRoot = `
"""
Everything that can be changed. The fields of one request run one after the other.
"""
type Mutation
`;

/** What a topic needs directly. */
export function topicNeeds(topic: Topic): readonly Topic[] {
  return topics[topic].needs;
}

/** The SDL of the given topics, always in the same order. */
export function schemaOf(live: readonly Topic[] = liveTopics): string {
  for (const topic of live) {
    const missing = topicNeeds(topic).filter((need) => !live.includes(need));
    if (missing.length > 0) throw new Error(`Topic ${topic} needs ${missing.join(', ')}`);
  }
  const sdl = allTopics.filter((topic) => live.includes(topic)).map((topic) => topics[topic].sdl);
  const changes = sdl.some((text) => text.includes('extend type Mutation'));
  return [queryRoot, ...(changes ? [mutationRoot] : []), ...sdl].join('');
}

import type { JobPartsFragment } from '@weir/client';

export type ShownJob = JobPartsFragment;

export type ListedReplayJob = Extract<ShownJob, { __typename: 'ReplayJob' }>;

export const isRunning = ({ status }: ShownJob) => status === 'CREATED' || status === 'IN_PROGRESS';

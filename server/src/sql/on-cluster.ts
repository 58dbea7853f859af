import { quoteIdentifier } from './identifier.js';

export const onCluster = (cluster: string | undefined): string =>
  cluster === undefined ? '' : ` ON CLUSTER ${quoteIdentifier(cluster)}`;

import { formatEnum } from '../format/format.js';
import './badge.css';

const kinds: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  CONNECTED: 'good',
  LIVE: 'good',
  SUCCEEDED: 'good',
  COMPLETED: 'good',
  CREATED: 'warn',
  CONNECTING: 'warn',
  PENDING: 'warn',
  IN_PROGRESS: 'warn',
  SYNCING: 'warn',
  OPTIMIZING: 'warn',
  BACKFILLING: 'warn',
  DELETING: 'warn',
  TIMED_OUT: 'bad',
  BROKEN: 'bad',
  SETUP_FAILED: 'bad',
  FAILED: 'bad',
  ERROR: 'bad',
};

export function StatusBadge({ status }: { status: string }) {
  const kind = kinds[status];
  return <span className={kind ? `badge badge-${kind}` : 'badge'}>{formatEnum(status)}</span>;
}

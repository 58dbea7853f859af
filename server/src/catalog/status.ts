import { conflict } from '../base/errors.js';
import type { DataPoolStatus, DataSourceStatus } from './definitions.js';

/** Allowed transitions. A status may always be set again with another reason; DELETING is final. */
const dataSourceNext: Readonly<Record<DataSourceStatus, readonly DataSourceStatus[]>> = {
  CREATED: ['CONNECTING', 'BROKEN', 'DELETING'],
  CONNECTING: ['CONNECTED', 'BROKEN', 'DELETING'],
  CONNECTED: ['CONNECTING', 'BROKEN', 'DELETING'],
  BROKEN: ['CONNECTING', 'CONNECTED', 'DELETING'],
  DELETING: [],
};

const dataPoolNext: Readonly<Record<DataPoolStatus, readonly DataPoolStatus[]>> = {
  CREATED: ['PENDING', 'SETUP_FAILED', 'DELETING'],
  PENDING: ['LIVE', 'SETUP_FAILED', 'DELETING'],
  LIVE: ['SETUP_FAILED', 'DELETING'],
  SETUP_FAILED: ['PENDING', 'DELETING'],
  DELETING: [],
};

function refuse(what: string, from: string, to: string): never {
  throw conflict(`${what} is ${from} and cannot become ${to}`);
}

export function checkDataSourceStatus(what: string, from: DataSourceStatus, to: DataSourceStatus): void {
  if (from !== to && !dataSourceNext[from].includes(to)) refuse(what, from, to);
}

export function checkDataPoolStatus(what: string, from: DataPoolStatus, to: DataPoolStatus): void {
  if (from !== to && !dataPoolNext[from].includes(to)) refuse(what, from, to);
}

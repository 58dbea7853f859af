import type { Audit } from './definitions.js';
import type { EnvironmentRow } from './tables.js';

type AuditRow = Pick<EnvironmentRow, 'created_at' | 'created_by' | 'modified_at' | 'modified_by'>;

export function auditOf(row: AuditRow): Audit {
  return {
    createdAt: row.created_at,
    createdBy: row.created_by,
    modifiedAt: row.modified_at,
    modifiedBy: row.modified_by,
  };
}

export function createdColumns(now: number, by: string): AuditRow {
  return { created_at: now, created_by: by, modified_at: now, modified_by: by };
}

export function modifiedColumns(now: number, by: string): Pick<AuditRow, 'modified_at' | 'modified_by'> {
  return { modified_at: now, modified_by: by };
}

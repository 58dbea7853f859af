export function PoolJobs(_: { pool: unknown }) {
  return null;
}

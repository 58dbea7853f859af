import { describedRows, exportedRows, type FileOptions } from '../sql/exported-columns.js';
import type { Caller } from './caller.js';
import { type ExportSource, planExport } from './export-plan.js';
import type { ExportRunner, RunningExport } from './export-runner.js';
import type { QueryServices } from './operation.js';

/** Dependencies of exports. */
export interface ExportServices extends QueryServices {
  readonly exports: ExportRunner;
}

export interface ExportInput extends FileOptions {
  readonly source: ExportSource;
}

export interface StreamedFile extends RunningExport {
  /** What the file is named after: its Data Pool. */
  readonly subject: string;
}

/**
 * Writes all rows of a query to a file. What the caller may read is decided as for every query. The types of the columns are
 * asked first, because not every format can express every type. An export that does not give way keeps its place while others wait.
 */
export async function exportFile(
  services: ExportServices,
  caller: Caller,
  { source, ...options }: ExportInput,
  { givesWay }: { readonly givesWay: boolean },
): Promise<StreamedFile> {
  const { over, names, subject, type, shown, booster } = await planExport(services, caller, source);
  const { principal, signal } = caller;
  const request = { principal, signal, type, shown, allowance: undefined, ...(booster && { booster }) };
  const { result, earlier } = await services.runner.read({ ...request, run: over(describedRows) });
  const columns = result.columns.map((column, index) => ({
    name: names[index] ?? column.name,
    engineType: column.type,
  }));
  const run = over((rows) => exportedRows(columns, rows, options));
  const started = await services.exports.start({ ...request, run, earlier }, options.format, givesWay);
  return { ...started, subject };
}

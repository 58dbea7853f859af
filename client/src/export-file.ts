import type { DataGridInput, MetricReportInput, SqlDialectV1 } from './generated/operations.js';
import { answerOf, type Fetch, failure, request } from './http.js';
import { WeirError } from './weir-error.js';

interface ExportOptions {
  readonly format: 'csv' | 'ndjson' | 'parquet' | 'arrow';
  /** For CSV: marks text that a spreadsheet would take for a formula. */
  readonly safeForSpreadsheets?: boolean;
}

type WithoutPage<Input> = Omit<Input, 'first' | 'after' | 'last' | 'before'>;

/** All rows of a statement, a data grid, a Metric Report or a whole Data Pool. */
export type ExportFileInput = ExportOptions &
  (
    | { readonly sql: string; readonly dialect?: SqlDialectV1 }
    | { readonly dataGrid: WithoutPage<DataGridInput> }
    | { readonly metricReport: WithoutPage<MetricReportInput> }
    | { readonly dataPool: string; readonly includeRecordIds?: boolean }
  );

export interface ExportedFile {
  /** The file as it arrives. Reading fails if the service could not write all of it: then the file is not complete. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly fileName: string;
  readonly mediaType: string;
  /** The ID of the query in the history, whose status tells how the export ended. */
  readonly queryId: string;
}

export interface ExportRequest {
  readonly url: string;
  readonly fetch: Fetch;
  readonly token: string;
  readonly signal: AbortSignal | undefined;
}

/** Resolves when the file begins to arrive. */
export function postExport(
  { url, fetch, token, signal }: ExportRequest,
  input: ExportFileInput,
): Promise<ExportedFile> {
  const init: RequestInit = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  };
  return request(fetch, `${url}/v1/export`, init, async (response) => {
    if (!response.ok) throw failure(await answerOf(response));
    const { body, headers } = response;
    if (body === null) throw new WeirError('INVALID_RESPONSE', 'The response has no body');
    return {
      body,
      fileName: fileNameOf(headers.get('content-disposition') ?? '') ?? `export.${input.format}`,
      mediaType: headers.get('content-type') ?? 'application/octet-stream',
      queryId: headers.get('weir-query-id') ?? '',
    };
  });
}

/** RFC 6266: the extended form has the name in full. */
function fileNameOf(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return extended === undefined ? /filename="([^"]*)"/.exec(disposition)?.[1] : decodeURIComponent(extended);
}

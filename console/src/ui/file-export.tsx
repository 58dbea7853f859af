import { useMutation } from '@tanstack/react-query';
import { createExportJobMutation, type ExportFileInput, type ExportFormat } from '@weir/client';
import { useEffect, useRef, useState } from 'react';
import { endSessionIfRefused, useChange, useClient } from '../api/use-operation.js';
import { downloadFile } from '../format/download.js';
import { href } from '../routing/href.js';
import { announce } from './announcer.js';
import { Failure } from './states.js';

type Format = ExportFileInput['format'];
type WithoutFormat<Input> = Input extends unknown ? Omit<Input, 'format' | 'safeForSpreadsheets'> : never;

const formats: readonly { readonly value: Format; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'parquet', label: 'Parquet' },
  { value: 'arrow', label: 'Arrow' },
];

const safety = (format: Format) => (format === 'csv' ? { safeForSpreadsheets: true } : {});

/** Downloads all rows of a query as a file, or writes them to one in the background. CSV is safe to open in a spreadsheet, because event data is untrusted. */
export function FileExport({ source }: { source: WithoutFormat<ExportFileInput> }) {
  const client = useClient();
  const [format, setFormat] = useState<Format>('csv');
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const exporting = useMutation({
    mutationFn: async () => {
      running.current = new AbortController();
      const { signal } = running.current;
      const file = await client.exportFile({ ...source, format, ...safety(format) } as ExportFileInput, {
        signal,
      });
      downloadFile(file.fileName, await new Response(file.body).blob());
      return file.fileName;
    },
    onError: endSessionIfRefused,
  });
  const preparing = useChange(createExportJobMutation, () => announce('The export is being written'));
  const isCancelled = running.current.signal.aborted;
  return (
    <>
      <select
        aria-label="Format"
        value={format}
        disabled={exporting.isPending}
        onChange={(event) => setFormat(event.target.value as Format)}
      >
        {formats.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {exporting.isPending ? (
        <button type="button" onClick={() => running.current.abort()}>
          Cancel export
        </button>
      ) : (
        <button type="button" title="All rows, not only those shown" onClick={() => exporting.mutate()}>
          Export
        </button>
      )}
      <button
        type="button"
        title="Writes the file without this page, for results that take long"
        disabled={preparing.isPending}
        onClick={() =>
          preparing.mutate({
            input: { export: { ...source, format: format.toUpperCase() as ExportFormat, ...safety(format) } },
          })
        }
      >
        In the background
      </button>
      <span className="note" role="status">
        {exporting.isPending && 'Exporting…'}
        {exporting.isSuccess && `${exporting.data} exported`}
        {exporting.isError && isCancelled && 'Export cancelled'}
        {preparing.isSuccess && (
          <>
            The file is being written: see <a href={href('/jobs')}>Jobs</a>
          </>
        )}
      </span>
      {exporting.isError && !isCancelled && <Failure error={exporting.error} />}
      {preparing.isError && <Failure error={preparing.error} />}
    </>
  );
}

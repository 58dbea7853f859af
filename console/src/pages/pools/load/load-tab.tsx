import { useQuery } from '@tanstack/react-query';
import { fileTypeOf, type LoadFormat } from '@weir/client';
import { useState } from 'react';
import { useClient } from '../../../api/use-operation.js';
import type { ShownPool } from '../../../api/use-pools.js';
import { formatBytes } from '../../../format/format.js';
import { DropZone } from '../../../ui/drop-zone.js';
import { SelectField } from '../../../ui/field.js';
import { Answered, Failure } from '../../../ui/states.js';
import { LoadOutcome, LoadProgressPanel } from './load-outcome.js';
import { PreviewPanel } from './preview-panel.js';
import { useFileLoad } from './use-file-load.js';

const formats = [
  { value: 'csv', label: 'CSV with a header' },
  { value: 'ndjson', label: 'NDJSON: one object per line' },
  { value: 'json', label: 'JSON: an array of objects' },
  { value: 'parquet', label: 'Parquet' },
];

interface Chosen {
  readonly file: File;
  /** The same file may be chosen again after it was changed. */
  readonly choice: number;
}

export function LoadTab({ pool }: { pool: ShownPool }) {
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <section className="panel stack">
      <h2>Load a file</h2>
      <p className="note">
        Adds the rows of a file to this Data Pool, all of them or none. Columns are matched by name.
      </p>
      <DropZone
        accept=".csv,.ndjson,.jsonl,.json,.parquet,.gz,.zst"
        note="CSV with a header, NDJSON, JSON or Parquet; also compressed as .gz or .zst"
        onFile={(file) => setChosen(({ choice } = { file, choice: 0 }) => ({ file, choice: choice + 1 }))}
      />
      {chosen && <ChosenFile key={chosen.choice} pool={pool} {...chosen} />}
    </section>
  );
}

function ChosenFile({ pool, file, choice }: { pool: ShownPool } & Chosen) {
  const byName = fileTypeOf(file.name)?.format;
  const [format, setFormat] = useState<LoadFormat>(byName ?? 'csv');
  const load = useFileLoad(pool.id);
  return (
    <div className="stack">
      <h3>
        {file.name} <span className="note">({formatBytes(file.size)})</span>
      </h3>
      {byName === undefined && (
        <SelectField
          label="Format"
          value={format}
          options={formats}
          onChange={(value) => setFormat(value as LoadFormat)}
          hint="The name of the file does not tell its format."
        />
      )}
      {load.isIdle && <Preview pool={pool} file={file} format={format} choice={choice} />}
      {load.isPending && <LoadProgressPanel poolId={pool.id} progress={load.progress} cancel={load.cancel} />}
      {load.isError && <Failure error={load.error} />}
      {load.isSuccess && <LoadOutcome poolId={pool.id} result={load.data} />}
      {!load.isSuccess && !load.isPending && (
        <div className="row">
          <button type="button" className="primary" onClick={() => load.mutate({ file, format })}>
            {load.isError ? 'Try again' : 'Load this file'}
          </button>
        </div>
      )}
    </div>
  );
}

function Preview({ pool, file, format, choice }: { pool: ShownPool; format: LoadFormat } & Chosen) {
  const client = useClient();
  const answer = useQuery({
    queryKey: ['preview', pool.id, choice, format],
    queryFn: async ({ signal }) => (await client.previewFile(pool.id, file, { format, signal })) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Answered answer={answer} what="the preview">
      {(preview) =>
        preview ? (
          <PreviewPanel pool={pool} preview={preview} />
        ) : (
          <p className="note">
            This file is too large for a preview: Parquet, JSON arrays and zstd are read as a whole. Its
            columns are checked when it is loaded.
          </p>
        )
      }
    </Answered>
  );
}

import { useMutation } from '@tanstack/react-query';
import { columnRules, sqlQuery } from '@weir/client';
import { useDebounced } from '../../../api/use-debounced.js';
import { useClient } from '../../../api/use-operation.js';
import { columnsOf, usePools } from '../../../api/use-pools.js';
import { countText } from '../../../format/format.js';
import { DropZone } from '../../../ui/drop-zone.js';
import { Field, namedOptions, SelectField } from '../../../ui/field.js';
import { Failure } from '../../../ui/states.js';
import { inferredColumnsMax } from '../infer-columns.js';
import { readSampleFile, sampleFileExtensions } from '../sample-file.js';
import { exampleSample } from './example-sample.js';
import { noSample, readSample, type Sample } from './read-sample.js';

interface SamplePanelProps {
  readonly sample: Sample;
  readonly onSample: (sample: Sample) => void;
}

/** Takes a sample: pasted, from a file, or from events that have arrived. */
export function SamplePanel({ sample, onSample }: SamplePanelProps) {
  // Not at every key that someone types.
  const restedProblem = useDebounced(sample.problem);
  const readFile = async (file: File) => {
    try {
      onSample(readSample(await readSampleFile(file), file.name));
    } catch (error) {
      onSample({ ...noSample, problem: (error as Error).message });
    }
  };
  return (
    <section className="panel stack">
      <Field
        label="Your events: one JSON object, an array, or one object per line"
        problem={sample.problem && restedProblem}
      >
        {(control) => (
          <textarea
            {...control}
            className="mono"
            rows={9}
            value={sample.text}
            spellCheck={false}
            placeholder={'{"event": "order_placed", "created_at": "2026-01-31T10:15:00Z", "price": 49.9}'}
            onChange={(event) => onSample(readSample(event.target.value))}
          />
        )}
      </Field>
      <p className="good-text" role="status">
        {sample.events.length > 0 &&
          `Found ${countText(sample.columns.length, 'column')} in ${countText(sample.events.length, 'event')}.`}
      </p>
      {sample.omitted > 0 && (
        <p className="note">
          Only the first {inferredColumnsMax} keys became columns, {countText(sample.omitted, 'more key')} did
          not. Weir stores the whole event in any case, and you can query its paths.
        </p>
      )}
      <div className="two-columns">
        <DropZone
          accept={sampleFileExtensions}
          note="JSON, NDJSON, or CSV with a header"
          onFile={(file) => void readFile(file)}
        />
        <div className="stack">
          <ArrivedEvents onText={(text) => onSample(readSample(text))} />
          <div>
            <button type="button" onClick={() => onSample(readSample(exampleSample))}>
              Use an example
            </button>
          </div>
        </div>
      </div>
    </section>
  );
}

const arrivedEventsMax = 100;

/** Takes the last events of another Data Pool, such as that of the first webhook, which has no columns. */
function ArrivedEvents({ onText }: { onText: (text: string) => void }) {
  const client = useClient();
  const pools = (usePools().data?.dataPools?.nodes ?? []).filter(
    (pool) =>
      Number(pool.recordCount ?? 0) > 0 &&
      !pool.accessControlEnabled &&
      columnsOf(pool).some(({ columnName }) => columnName === payloadColumn),
  );
  const read = useMutation({
    mutationFn: async (poolId: string) => {
      const query = `SELECT "${payloadColumn}" FROM "${poolId}" ORDER BY "${columnRules.defaultTimestamp}" DESC LIMIT ${arrivedEventsMax}`;
      return (await client.request(sqlQuery, { input: { query } })).sqlV1.rows;
    },
    // Oldest first, as they arrived.
    onSuccess: (rows) =>
      onText(
        rows
          .map(([payload]) => payload ?? '')
          .reverse()
          .join('\n'),
      ),
  });
  if (pools.length === 0) return null;
  return (
    <>
      <SelectField
        label="Or copy events that have arrived"
        value=""
        onChange={(poolId) => poolId !== '' && read.mutate(poolId)}
        options={[{ value: '', label: 'Choose a Data Pool …' }, ...namedOptions(pools)]}
        hint={`The last ${arrivedEventsMax}`}
      />
      {read.isError && <Failure error={read.error} />}
    </>
  );
}

const payloadColumn = '_service_payload';

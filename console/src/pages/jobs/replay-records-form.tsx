import type { CreateReplayJobInput } from '@weir/client';
import { useState } from 'react';
import type { WholePool } from '../../api/use-pools.js';
import { usePreferences } from '../../preferences/preferences.js';
import { fromLocalText } from '../../time-range/time-range.js';
import { TextField } from '../../ui/field.js';
import { DestinationField } from './destination-field.js';
import { ReplaySteps } from './replay-steps.js';

export function ReplayRecordsForm({ pool }: { pool: WholePool }) {
  const { timeZone } = usePreferences();
  const [dataPool, setDataPool] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [start, stop] = [from, to].map((local) => fromLocalText(local, timeZone));
  const input: CreateReplayJobInput = {
    dataSource: pool.dataSource.id,
    source: 'RECORDS',
    dataPool,
    filter: { ...(start && { start }), ...(stop && { stop }) },
  };
  return (
    <div className="form">
      <p className="note">
        Stores the events of these records in another Data Pool too, by its columns. The records here stay as
        they are, and a second replay stores nothing twice.
      </p>
      <DestinationField value={dataPool} onChange={setDataPool} otherwise="Choose …" ownPool={pool} />
      <div className="row-fields">
        <TextField
          label={`Received from (${timeZone})`}
          type="datetime-local"
          value={from}
          onChange={setFrom}
        />
        <TextField label={`To, exclusive (${timeZone})`} type="datetime-local" value={to} onChange={setTo} />
      </div>
      <ReplaySteps key={JSON.stringify(input)} input={input} isComplete={dataPool !== ''} />
    </div>
  );
}

import type { CreateReplayJobInput, QuarantinedEventFilterInput } from '@weir/client';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { DestinationField } from '../jobs/destination-field.js';
import { ReplaySteps } from '../jobs/replay-steps.js';
import type { ShownSource } from '../sources/shown-source.js';

interface ReplayDialogProps {
  readonly source: ShownSource;
  readonly filter: QuarantinedEventFilterInput;
  readonly onClose: () => void;
}

export function ReplayDialog({ source, filter, onClose }: ReplayDialogProps) {
  const [dataPool, setDataPool] = useState('');
  const ownPool = source.dataPools?.nodes[0];
  const input: CreateReplayJobInput = {
    dataSource: source.id,
    source: 'QUARANTINE',
    filter,
    ...(dataPool !== '' && { dataPool }),
  };
  return (
    <Dialog title="Replay events" onClose={onClose}>
      <p className="note">
        Stored events leave the quarantine; the others stay. The job goes on when you close this.
      </p>
      <DestinationField
        value={dataPool}
        onChange={setDataPool}
        otherwise={`Its own Data Pool${ownPool ? `, ${ownPool.uniqueName}` : ''}`}
        ownPool={ownPool}
      />
      <ReplaySteps key={dataPool} input={input}>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </ReplaySteps>
    </Dialog>
  );
}

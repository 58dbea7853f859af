import { createRebuildDataPoolJobMutation } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import type { WholePool } from '../../api/use-pools.js';
import { announce } from '../../ui/announcer.js';
import { TextField } from '../../ui/field.js';
import { Failure } from '../../ui/states.js';

/** Names of columns contain no commas, and neither do the functions of a key. */
const listOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

export function RebuildForm({ pool }: { pool: WholePool }) {
  const [orderBy, setOrderBy] = useState('');
  const [partitionBy, setPartitionBy] = useState('');
  const create = useChange(createRebuildDataPoolJobMutation, () => announce('The rebuild has started'));
  const input = { dataPool: pool.id, orderBy: listOf(orderBy), partitionBy: listOf(partitionBy) };
  return (
    <div className="form">
      <p className="note">
        Rewrites the table into the best layout, while events arrive and queries run. It needs about as much
        free disk space as the table takes.
      </p>
      <TextField
        label="Sort by"
        value={orderBy}
        onChange={setOrderBy}
        placeholder={pool.tableSettings.orderBy?.join(', ')}
        mono
      />
      <TextField
        label="Partition by"
        value={partitionBy}
        onChange={setPartitionBy}
        placeholder={pool.tableSettings.partitionBy?.join(', ')}
        mono
      />
      {create.isError && <Failure error={create.error} />}
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={create.isPending}
          onClick={() => create.mutate({ input })}
        >
          Rebuild the table
        </button>
      </div>
    </div>
  );
}

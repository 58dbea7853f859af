import { type ShownPool, usePools } from '../../api/use-pools.js';
import { namedOptions } from '../../ui/field.js';
import { ListEnd } from '../../ui/list-end.js';
import { Picker } from '../../ui/picker.js';
import { Failure } from '../../ui/states.js';

interface DestinationFieldProps {
  readonly value: string;
  readonly onChange: (dataPool: string) => void;
  /** The option for no other Data Pool. */
  readonly otherwise: string;
  /** Not offered. */
  readonly ownPool: Pick<ShownPool, 'id'> | undefined;
}

/** The Data Pool that events are replayed into. */
export function DestinationField({ value, onChange, otherwise, ownPool }: DestinationFieldProps) {
  const { data, error, refetch } = usePools();
  const others = data?.dataPools?.nodes.filter(({ id }) => id !== ownPool?.id) ?? [];
  return (
    <>
      <Picker
        label="Store in"
        value={value}
        onChange={onChange}
        options={[{ value: '', label: otherwise }, ...namedOptions(others)]}
        hint="The columns of the Data Pool decide which events can be stored."
        wide
      />
      <ListEnd list={data?.dataPools} what="Data Pools" />
      {error && <Failure error={error} retry={() => void refetch()} />}
    </>
  );
}

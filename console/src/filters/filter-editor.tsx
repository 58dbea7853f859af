import type { TopValuesInput } from '@weir/client';
import { type RefObject, useState } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import type { ShownColumn } from '../api/use-pools.js';
import { SelectField } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { Picker } from '../ui/picker.js';
import type { ColumnFilter } from './column-filter.js';
import { type OperatorName, operatorOf, operatorsFor, valueKind } from './filter-operators.js';
import { ValueField } from './value-field.js';
import { ValuesField } from './values-field.js';

interface FilterEditorProps {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** Undefined for a new one. */
  readonly filter: ColumnFilter | undefined;
  readonly columns: readonly ShownColumn[];
  readonly records: Omit<TopValuesInput, 'columnName'>;
  readonly timeZone: string;
  readonly onApply: (filter: ColumnFilter) => void;
  readonly onClose: () => void;
}

/** A column, an operator that fits it, and values. */
export default function FilterEditor(props: FilterEditorProps) {
  const { trigger, filter, columns, records, timeZone, onApply, onClose } = props;
  const [name, setName] = useState(filter?.column ?? '');
  const [operator, setOperator] = useState<OperatorName>(filter?.operator ?? 'is');
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? []);
  /** What is typed and not yet among the values. */
  const [typed, setTyped] = useState('');
  const column = columns.find(({ columnName }) => columnName === name);
  const several = operatorOf(operator).values;
  const given = typed === '' ? values : [...new Set([...values, typed])];
  const chosen = several === 'none' ? [] : given;
  const isComplete = column !== undefined && (several === 'none' || chosen.length > 0);
  const chooseColumn = (next: string) => {
    const type = columns.find(({ columnName }) => columnName === next)?.type;
    if (next === name || !type) return;
    setName(next);
    setOperator(operatorsFor(type)[0] ?? 'is');
    setValues([]);
    setTyped('');
  };
  const chooseOperator = (next: OperatorName) => {
    setOperator(next);
    setValues(operatorOf(next).values === 'one' ? given.slice(0, 1) : given);
    setTyped('');
  };
  const submit = () => {
    if (!isComplete) return;
    onApply({ column: name, operator, values: chosen });
    onClose();
  };
  const kind = column && valueKind(column.type);
  return (
    <Popover
      className="popover filter-editor"
      triggerRef={trigger}
      placement="bottom start"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog aria-label={filter ? 'Edit filter' : 'Add filter'} className="filter-dialog">
        <Form className="stack" onSubmit={submit}>
          <Picker
            label="Column"
            value={name}
            onChange={chooseColumn}
            options={columns.map(({ columnName }) => ({ value: columnName, label: columnName }))}
            autoFocus={!filter}
          />
          {column && (
            <SelectField
              label="Operator"
              value={operator}
              onChange={(next) => chooseOperator(next as OperatorName)}
              options={operatorsFor(column.type).map((one) => ({ value: one, label: operatorOf(one).label }))}
            />
          )}
          {column && several !== 'none' && (kind === 'text' || kind === 'number') && several !== 'one' ? (
            <ValuesField
              key={name}
              records={{ ...records, columnName: name }}
              values={values}
              onChange={setValues}
              typed={typed}
              onType={setTyped}
            />
          ) : (
            column &&
            several !== 'none' && (
              <ValueField
                kind={valueKind(column.type)}
                timeZone={timeZone}
                value={values[0] ?? ''}
                onChange={(value) => setValues(value === '' ? [] : [value])}
              />
            )
          )}
          <div className="row">
            <button type="submit" className="primary" disabled={!isComplete}>
              Apply
            </button>
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </Form>
      </Dialog>
    </Popover>
  );
}

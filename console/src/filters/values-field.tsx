import { type TopValuesInput, topValuesQuery } from '@weir/client';
import { Autocomplete, Input, Label, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { useOperation } from '../api/use-operation.js';
import { formatNumber } from '../format/format.js';
import { useMay } from '../session/permissions.js';
import { type Suggestion, shownSuggestions } from './suggestions.js';

interface ValuesFieldProps {
  readonly records: TopValuesInput;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

const suggestionsMax = 100;

/** Several values: of the most frequent ones, or any that are typed. */
export function ValuesField({ records, values, onChange, typed, onType }: ValuesFieldProps) {
  const isSuggested = useMay()('readStatistics');
  const answer = useOperation(
    topValuesQuery,
    { input: { ...records, maxValues: suggestionsMax } },
    { enabled: isSuggested },
  );
  const { values: frequent = [], counts = [] } = answer.data?.topValues ?? {};
  const shown = shownSuggestions(
    frequent.map((value, index) => ({ value, count: counts[index] })),
    values,
    typed,
  );
  return (
    <Autocomplete inputValue={typed} onInputChange={onType}>
      <SearchField className="field">
        <Label>Values</Label>
        <Input placeholder="Type or choose" />
      </SearchField>
      <ListBox<Suggestion & { id: string }>
        className="options"
        aria-label="Suggested values"
        selectionMode="multiple"
        items={shown.map((one) => ({ ...one, id: `=${one.value}` }))}
        selectedKeys={values.map((value) => `=${value}`)}
        onSelectionChange={(keys) => {
          onChange(
            keys === 'all' ? shown.map(({ value }) => value) : [...keys].map((key) => String(key).slice(1)),
          );
          onType('');
        }}
        renderEmptyState={() => (
          <span className="note">{answer.isFetching ? 'Loading values…' : 'Type a value.'}</span>
        )}
      >
        {({ id, value, count }) => (
          <ListBoxItem id={id} textValue={shownText(value)} className="option">
            {({ isSelected }) => (
              <>
                <span>
                  <span className="tick" aria-hidden="true">
                    {isSelected ? '✓' : ''}
                  </span>
                  {shownText(value)}
                </span>
                {count !== undefined && <span className="note">{formatNumber(count)}</span>}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  );
}

const shownText = (value: string) => (value === '' ? '""' : value);

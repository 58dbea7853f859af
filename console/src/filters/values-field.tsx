import { type TopValuesInput, topValuesQuery } from '@weir/client';
import { Autocomplete, Input, Label, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { useOperation } from '../api/use-operation.js';
import { formatNumber } from '../format/format.js';
import { useMay } from '../session/permissions.js';

interface ValuesFieldProps {
  readonly records: TopValuesInput;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

const suggestionsMax = 100;

interface Suggestion {
  readonly value: string;
  /** Undefined if it is not one of the most frequent. */
  readonly count: string | undefined;
}

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
          onChange([...keys].map((key) => String(key).slice(1)));
          onType('');
        }}
        renderEmptyState={() => (
          <span className="note">{answer.isFetching ? 'Loading values…' : 'Type a value.'}</span>
        )}
      >
        {({ id, value, count }) => (
          <ListBoxItem id={id} textValue={value} className="option">
            {({ isSelected }) => (
              <>
                <span>
                  <span className="tick" aria-hidden="true">
                    {isSelected ? '✓' : ''}
                  </span>
                  {value === '' ? '""' : value}
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

/** What is typed comes first, so that Enter chooses exactly that; the chosen values come before the others. */
export function shownSuggestions(
  frequent: readonly Suggestion[],
  chosen: readonly string[],
  typed: string,
): readonly Suggestion[] {
  const wanted = typed.trim().toLowerCase();
  const other = (value: string) => ({ value, count: undefined });
  const rare = chosen.filter((value) => !frequent.some((one) => one.value === value)).map(other);
  const matching = [...rare, ...frequent].filter(({ value }) => value.toLowerCase().includes(wanted));
  if (typed === '') return matching;
  const exact = matching.find(({ value }) => value === typed) ?? other(typed);
  return [exact, ...matching.filter((one) => one !== exact)];
}

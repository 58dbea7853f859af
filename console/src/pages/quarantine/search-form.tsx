import { useEffect, useState } from 'react';
import { TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';

interface SearchFormProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

export function SearchForm({ search, onSearch }: SearchFormProps) {
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  const submit = () => {
    onSearch(text);
  };
  return (
    <search>
      <Form className="row-fields" onSubmit={submit}>
        <TextField
          label="Search in payloads"
          value={text}
          onChange={setText}
          placeholder="upper or lower case"
          mono
        />
        <button type="submit">Search</button>
      </Form>
    </search>
  );
}

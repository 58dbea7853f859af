import { TextField } from './field.js';

export interface Named {
  readonly uniqueName: string;
  readonly description: string;
}

/** The name and the description of a resource, to edit them. */
export const namedOf = (resource: {
  readonly uniqueName: string;
  readonly description?: string | null;
}): Named => ({ uniqueName: resource.uniqueName, description: resource.description ?? '' });

interface NameFieldsProps {
  readonly named: Named;
  readonly onChange: (named: Named) => void;
}

interface NameFieldProps {
  readonly label?: string | undefined;
  readonly value: string;
  readonly onChange: (uniqueName: string) => void;
}

export const NameField = ({ label = 'Unique name', value, onChange }: NameFieldProps) => (
  <TextField label={label} name="uniqueName" value={value} onChange={onChange} required wide />
);

export function NameFields({ named: { uniqueName, description }, onChange }: NameFieldsProps) {
  return (
    <>
      <NameField value={uniqueName} onChange={(next) => onChange({ uniqueName: next, description })} />
      <TextField
        label="Description"
        name="description"
        value={description}
        onChange={(next) => onChange({ uniqueName, description: next })}
        wide
      />
    </>
  );
}

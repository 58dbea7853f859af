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

export function NameFields({ named: { uniqueName, description }, onChange }: NameFieldsProps) {
  return (
    <>
      <TextField
        label="Unique name"
        name="uniqueName"
        value={uniqueName}
        onChange={(next) => onChange({ uniqueName: next, description })}
        required
        wide
      />
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

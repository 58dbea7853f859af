import type { FieldControl } from './field.js';

interface FileInputProps extends Partial<FieldControl> {
  /** Extensions and types, separated by commas. */
  readonly accept: string;
  readonly disabled?: boolean;
  readonly onFile: (file: File) => void;
}

/** A button that opens the browser's dialog to choose a file. */
export function FileInput({ onFile, ...control }: FileInputProps) {
  return (
    <input
      {...control}
      type="file"
      // Otherwise the browser would not report that the same file was chosen again, after it was changed.
      onClick={({ currentTarget }) => {
        currentTarget.value = '';
      }}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
      }}
    />
  );
}

import { type DragEvent, useId, useState } from 'react';

const extensions = '.csv,.ndjson,.jsonl,.json,.parquet,.gz,.zst';

/** A place to drop a file, with a button for those who do not drag. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the input inside does the same
    <div
      className={isOver ? 'drop-zone drop-zone-over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p>
        <label htmlFor={id}>Drop a file here, or choose one</label>
      </p>
      <input
        id={id}
        type="file"
        accept={extensions}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
        }}
      />
      <p className="note small">CSV with a header, NDJSON, JSON or Parquet; also compressed as .gz or .zst</p>
    </div>
  );
}

import { type DragEvent, useId, useState } from 'react';
import { FileInput } from './file-input.js';
import './drop-zone.css';

interface DropZoneProps {
  /** Extensions, separated by commas. */
  readonly accept: string;
  /** What the files may be, in words. */
  readonly note: string;
  readonly onFile: (file: File) => void;
}

/** A place to drop a file, with a button for those who do not drag. */
export function DropZone({ accept, note, onFile }: DropZoneProps) {
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
      <FileInput id={id} accept={accept} onFile={onFile} />
      <p className="note small">{note}</p>
    </div>
  );
}

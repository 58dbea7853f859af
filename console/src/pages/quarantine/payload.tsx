import { useMemo, useState } from 'react';
import { formatBytes } from '../../format/format.js';
import { layOutJson } from '../../format/json-layout.js';

const shownCharactersMax = 600;
const shownLinesMax = 12;
/** Longer text is laid out only when all of it is asked for. */
const laidOutCharactersMax = 20_000;

/** An event as it was sent, laid out if it is JSON. A long one is cut until all of it is asked for. */
export function Payload({ text }: { text: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const [shown, isLong] = useMemo(() => {
    const whole = showsAll || text.length <= laidOutCharactersMax ? layOutJson(text) : text;
    const cut = whole.split('\n', shownLinesMax).join('\n').slice(0, shownCharactersMax);
    return [showsAll ? whole : cut, cut.length < whole.length] as const;
  }, [text, showsAll]);
  return (
    <>
      <pre className="wrap-pre mono small">
        {shown}
        {isLong && !showsAll && '…'}
      </pre>
      {isLong && (
        <button
          type="button"
          className="small-button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show less' : `Show all (${formatBytes(new Blob([text]).size)})`}
        </button>
      )}
    </>
  );
}

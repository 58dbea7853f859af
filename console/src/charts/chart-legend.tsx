import { colourName } from './chart-data.js';

interface ChartLegendProps {
  readonly names: readonly string[];
  readonly hidden: ReadonlySet<number>;
  readonly onToggle: (index: number) => void;
}

/** The colours of a chart with their names; each can be hidden. */
export function ChartLegend({ names, hidden, onToggle }: ChartLegendProps) {
  return (
    <ul className="chart-legend" aria-label="Legend">
      {names.map((name, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same name
          key={index}
        >
          <button
            type="button"
            title={name}
            aria-pressed={!hidden.has(index)}
            onClick={() => onToggle(index)}
          >
            <Swatch index={index} />
            <span>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ index }: { index: number }) {
  return <span className="swatch" aria-hidden="true" style={{ background: `var(--${colourName(index)})` }} />;
}

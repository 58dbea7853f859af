import { useState } from 'react';
import { listedPools } from './shown-pools.js';
import type { PoolColumns } from './sql-completion.js';

interface PoolListProps {
  readonly tables: PoolColumns;
  readonly search: string;
  readonly onInsert: (name: string) => void;
}

/** Data Pools with their columns. A click on a name writes it into the statement. */
export function PoolList({ tables, search, onInsert }: PoolListProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  // A single Data Pool is open from the beginning.
  const opened =
    tables.size === 1 ? new Set([...tables.keys()].filter((name) => !toggled.has(name))) : toggled;
  const { pools, poolsLeftOut } = listedPools(tables, search, opened);
  const toggle = (name: string) =>
    setToggled(new Set(toggled.has(name) ? [...toggled].filter((one) => one !== name) : [...toggled, name]));
  if (tables.size === 0) return <p className="note small">None yet.</p>;
  return (
    <>
      <ul className="side-list">
        {pools.map(({ name, isOpen, columns, columnsLeftOut }) => (
          <li key={name}>
            <div className="side-item">
              <button
                type="button"
                className="quiet small-button"
                aria-expanded={isOpen}
                aria-label={`Columns of ${name}`}
                onClick={() => toggle(name)}
              >
                {isOpen ? '▾' : '▸'}
              </button>
              <button
                type="button"
                className="quiet small-button side-name"
                title={`Insert ${name}`}
                onClick={() => onInsert(name)}
              >
                {name}
              </button>
            </div>
            {isOpen && (
              <ul className="side-list side-columns" aria-label={`Columns of ${name}`}>
                {columns.map(({ columnName, type }) => (
                  <li key={columnName}>
                    <button
                      type="button"
                      className="quiet small-button side-name"
                      title={`Insert ${columnName}`}
                      onClick={() => onInsert(columnName)}
                    >
                      <span>{columnName}</span> <span className="side-type">{type}</span>
                    </button>
                  </li>
                ))}
                {columnsLeftOut > 0 && <li className="note small">{columnsLeftOut} more: search for one</li>}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {pools.length === 0 && <p className="note small">None has this name.</p>}
      {poolsLeftOut > 0 && <p className="note small">{poolsLeftOut} more: search for one</p>}
    </>
  );
}

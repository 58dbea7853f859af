interface Named {
  readonly name: string;
}

/** Column lists are immutable, so each is indexed once. A statement can name thousands of columns. */
const indexes = new WeakMap<readonly Named[], ReadonlyMap<string, readonly Named[]>>();

/** The columns whose names equal this one, ignoring case. */
export function columnsLike<C extends Named>(columns: readonly C[], name: string): readonly C[] {
  const index = (indexes.get(columns) ?? indexed(columns)) as ReadonlyMap<string, readonly C[]>;
  return index.get(name.toLowerCase()) ?? [];
}

function indexed(columns: readonly Named[]): ReadonlyMap<string, readonly Named[]> {
  const index = new Map<string, Named[]>();
  for (const column of columns) {
    const key = column.name.toLowerCase();
    const alike = index.get(key);
    if (alike === undefined) index.set(key, [column]);
    else alike.push(column);
  }
  indexes.set(columns, index);
  return index;
}

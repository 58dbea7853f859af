interface Named {
  readonly name: string;
}

/** Lists of columns never change, so each is indexed once: a statement names thousands, of tables that have a thousand. */
const indexes = new WeakMap<readonly Named[], ReadonlyMap<string, readonly Named[]>>();

/** The columns whose names are this one, or differ from it in nothing but case. */
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

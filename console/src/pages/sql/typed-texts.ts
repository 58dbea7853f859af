import { dialectOf, type QueryText } from './query-tabs.js';

/** The typed text of each query, until the browser's tab is closed. The history contains only the executed SQL. */
const storageKey = 'weir.sql';
const charactersMax = 500_000;

type Texts = readonly (readonly [id: string, text: string, dialect?: string])[];

const read = (): Texts => JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as Texts;

export function rememberText(id: string, { sql, dialect }: QueryText): void {
  let left = charactersMax;
  const texts = [[id, sql, dialect] as const, ...read()].filter(([, text]) => {
    left -= text.length;
    return left >= 0;
  });
  window.sessionStorage.setItem(storageKey, JSON.stringify(texts));
}

/** What was typed for a query, or else the executed SQL, which the engine's dialect runs again. */
export function textOf({ id, sql }: { readonly id: string; readonly sql: string }): QueryText {
  const typed = read().find(([known]) => known === id);
  return typed ? { sql: typed[1], dialect: dialectOf(typed[2]) } : { sql, dialect: 'COLUMNSTORE' };
}

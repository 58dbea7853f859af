/** The typed text of each query, until the tab is closed. The history contains only the executed SQL. */
const storageKey = 'weir.sql';
const textsMax = 200;

type Texts = readonly (readonly [id: string, text: string])[];

const read = (): Texts => JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as Texts;

export function rememberText(id: string, text: string): void {
  const texts = [[id, text] as const, ...read()].slice(0, textsMax);
  window.sessionStorage.setItem(storageKey, JSON.stringify(texts));
}

export const textOf = (id: string): string | undefined => read().find(([known]) => known === id)?.[1];

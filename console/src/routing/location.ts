import { useSyncExternalStore } from 'react';

/**
 * The view is in the URL fragment, `#/explore?view=…`: a link shares it, the service never receives it, and no view collides
 * with a path of the API.
 */
export interface Location {
  readonly path: string;
  readonly params: URLSearchParams;
}

let cachedHash: string | undefined;
let cached: Location = { path: '/', params: new URLSearchParams() };

function current(): Location {
  const { hash } = window.location;
  if (hash !== cachedHash) {
    cachedHash = hash;
    cached = parseHash(hash);
  }
  return cached;
}

export function parseHash(hash: string): Location {
  const [path = '', search = ''] = splitOnce(hash.replace(/^#/, ''), '?');
  return { path: path.startsWith('/') ? path : '/', params: new URLSearchParams(search) };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

export const useLocation = (): Location => useSyncExternalStore(subscribe, current);

export type Params = Readonly<Record<string, string | undefined>>;

/** The URL of a view. Undefined and empty parameters are omitted. */
export function href(path: string, params: Params = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return `#${path}${text && `?${text}`}`;
}

export function navigate(to: string, { replace = false } = {}): void {
  if (to === window.location.hash) return;
  // The browser would report a new fragment only later, and fields that show it would lose what is typed in between.
  if (replace) window.history.replaceState(null, '', to);
  else window.history.pushState(null, '', to);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Changes of the same text field within this time are one. */
const typingMs = 1_000;
let lastTyped: { readonly field: Element; readonly atMs: number } | undefined;

/** The text field that has the focus. A picker's is none: what is typed there only finds an option. */
function typedField(): Element | undefined {
  const { activeElement } = document;
  const isText =
    activeElement instanceof HTMLInputElement && activeElement.getAttribute('role') !== 'combobox';
  return isText && activeElement.type !== 'checkbox' ? activeElement : undefined;
}

/**
 * Changes the view of a page. The browser's Back undoes it; what is typed in one go counts as one change. The page stays
 * refreshed as it was.
 */
export function changeView(path: string, params: Params): void {
  const field = typedField();
  const atMs = Date.now();
  const isContinued = field !== undefined && lastTyped?.field === field && atMs - lastTyped.atMs < typingMs;
  lastTyped = field && { field, atMs };
  const refresh = current().params.get('refresh') ?? undefined;
  navigate(href(path, { refresh, ...params }), { replace: isContinued });
}

/** URLs are untrusted: one with a broken escape leads to the page "Not found", not to an error. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parameters of a pattern such as `/pools/:id`, or undefined when the path does not match. */
export function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) values[part.slice(1)] = decoded(value);
    else if (part !== value) return undefined;
  }
  return values;
}

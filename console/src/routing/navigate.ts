import { type Href, hrefOf, type Path, type RouteValues } from './href.js';
import { parseSearch } from './search.js';

/** Goes to a view. The router's history wraps these two methods of the browser's, and so knows the new URL at once. */
export function navigate(to: Href, { replace = false } = {}): void {
  if (to === window.location.hash) return;
  if (replace) window.history.replaceState(null, '', to);
  else window.history.pushState(null, '', to);
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
export function changeView<To extends Path>(path: To, values: RouteValues<To>): void {
  const field = typedField();
  const atMs = Date.now();
  const isContinued = field !== undefined && lastTyped?.field === field && atMs - lastTyped.atMs < typingMs;
  lastTyped = field && { field, atMs };
  const { refresh } = parseSearch(window.location.hash.split('?')[1] ?? '');
  navigate(hrefOf(path, { refresh, ...values }), { replace: isContinued });
}

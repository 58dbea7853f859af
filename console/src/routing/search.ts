/** Parameters by name. Each is a plain text, and the page that uses it checks it, because URLs are untrusted. */
export type Texts<Name extends string> = { readonly [N in Name]?: string | undefined };

export const parseSearch = (text: string): Texts<string> => Object.fromEntries(new URLSearchParams(text));

/** Undefined and empty parameters are omitted. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const text = new URLSearchParams(given).toString();
  return text && `?${text}`;
}

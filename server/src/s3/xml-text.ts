/**
 * Reads the answers of S3, which are flat: elements without attributes that contain text or other elements. A general parser
 * takes 50 ms for a page of a list, during which the service would do nothing else. Document types, which could declare entities of any
 * length, comments and CDATA do not occur in them.
 */
const foreign = /<!(?:DOCTYPE|--|\[CDATA\[)/;

/** Throws for a text that is not XML as S3 writes it. */
export function checkXml(xml: string, root: string): void {
  if (foreign.test(xml) || !xml.includes(`<${root}`) || !xml.trimEnd().endsWith(`</${root}>`))
    throw new Error(`The answer is not a <${root}>`);
}

/** The contents of all elements with this name, which do not contain one another. */
export function* elements(xml: string, name: string): Generator<string> {
  const [start, end] = [`<${name}>`, `</${name}>`];
  for (let from = xml.indexOf(start); from !== -1; ) {
    const until = xml.indexOf(end, from);
    if (until === -1) throw new Error(`A <${name}> has no end`);
    yield xml.slice(from + start.length, until);
    from = xml.indexOf(start, until + end.length);
  }
}

/** The text of the first element with this name; undefined if there is none. */
export function textOf(xml: string, name: string): string | undefined {
  for (const content of elements(xml, name)) return content.replace(entity, decodeEntity);
  return undefined;
}

const entity = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]+));/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntity(text: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name] ?? text;
  return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
}

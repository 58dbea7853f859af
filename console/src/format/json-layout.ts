/** Of a string, only the quote that begins it. */
const token = /[{}[\],:"]|[^\s{}[\],:"]+/g;
const indent = '  ';

/**
 * Pretty-prints JSON text without parsing it: JSON.parse would lose digits of numbers and reorder numeric keys. Text that is
 * not JSON stays unchanged.
 */
export function layOutJson(text: string): string {
  if (!isJson(text)) return text;
  const tokens = tokensOf(text);
  let laidOut = '';
  let depth = 0;
  const newLine = () => `\n${indent.repeat(depth)}`;
  for (const [index, part] of tokens.entries()) {
    const before = tokens[index - 1];
    if (part === '}' || part === ']') {
      depth -= 1;
      laidOut += before === '{' || before === '[' ? part : newLine() + part;
      continue;
    }
    if (before === '{' || before === '[' || before === ',') laidOut += newLine();
    laidOut += part === ':' ? ': ' : part;
    if (part === '{' || part === '[') depth += 1;
  }
  return laidOut;
}

function tokensOf(json: string): readonly string[] {
  const tokens: string[] = [];
  const next = new RegExp(token);
  for (let match = next.exec(json); match; match = next.exec(json)) {
    if (match[0] === '"') next.lastIndex = stringEnd(json, match.index);
    tokens.push(json.slice(match.index, next.lastIndex));
  }
  return tokens;
}

/** Not by a regular expression, whose stack is too small for a string of 10 million characters. */
function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const indent = '  ';

/**
 * Pretty-prints JSON text without parsing it: JSON.parse would lose digits of numbers and reorder numeric keys. Text that is
 * not JSON stays unchanged.
 */
export function layOutJson(text: string): string {
  if (!isJson(text)) return text;
  const tokens = text.match(token) ?? [];
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

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const indent = '  ';

/**
 * JSON text laid out on lines. Every key and value stays as it was written and where it was: parsed and written
 * anew, numbers would lose digits and keys that are numbers would move. Text that is no JSON stays whole.
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

import type { ParameterValue, Statement } from './engine.js';

/**
 * ClickHouse reads a `param_x` value in its tab-separated text form: backslash escapes at the top level, quoted strings
 * inside arrays. A wrong encoding could change the value.
 */
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
};

const escaped = /[\\'\t\n\r\0\b\f]/g;

export function escapeText(text: string): string {
  return text.replace(escaped, (character) => escapes[character] ?? character);
}

export function encodeParameters(parameters: Statement['parameters']): Record<string, string> {
  const encoded: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) encoded[name] = encodeParameter(value);
  return encoded;
}

export function encodeParameter(value: ParameterValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'object') return `[${value.map(encodeElement).join(',')}]`;
  return String(value);
}

function encodeElement(value: ParameterValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return quoteText(value);
  return encodeParameter(value);
}

/** A string as a SQL literal. */
export function quoteText(text: string): string {
  return `'${escapeText(text)}'`;
}

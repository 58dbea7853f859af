/** A parsed type name of the engine: `Nullable(DateTime64(3, 'UTC'))` is Nullable with one argument. */
export interface EngineType {
  readonly name: string;
  /** Unparsed arguments, which can be types or literals such as `'UTC'` and `3`. */
  readonly args: readonly string[];
}

const known = new Map<string, EngineType>();
/** Bounds the cache of parsed types, which repeat for every cell of a column. */
const knownTypesMax = 1_000;
const knownCharactersMax = 1_000_000;
let knownCharacters = 0;

export function readEngineType(text: string): EngineType {
  const found = known.get(text);
  if (found !== undefined) return found;
  const open = text.indexOf('(');
  const type =
    open < 0
      ? { name: text, args: [] }
      : { name: text.slice(0, open), args: splitArguments(text.slice(open + 1, text.lastIndexOf(')'))) };
  if (known.size >= knownTypesMax || knownCharacters > knownCharactersMax) {
    known.clear();
    knownCharacters = 0;
  }
  known.set(text, type);
  knownCharacters += text.length;
  return type;
}

/** The type without wrappers such as LowCardinality, and whether one of them was Nullable. */
export function withoutWrappers(text: string): { readonly type: EngineType; readonly nullable: boolean } {
  let type = readEngineType(text);
  let nullable = false;
  for (;;) {
    const wrapped = isWrapper(type) ? type.args.at(-1) : undefined;
    if (wrapped === undefined) return { type, nullable };
    nullable ||= type.name === 'Nullable';
    type = readEngineType(wrapped);
  }
}

function isWrapper({ name }: EngineType): boolean {
  return name === 'Nullable' || name === 'LowCardinality' || name === 'SimpleAggregateFunction';
}

/** Splits at commas outside of brackets and quotes. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === "'" || character === '`' || character === '"') quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

import type { FastifyBodyParser, FastifyRequest } from 'fastify';
import { HttpRefusal } from '../base/http-refusal.js';
import { mediaType } from '../base/media-type.js';
import { type ReadBodyOptions, readBody } from '../base/read-body.js';

/** A parsed JSON body. Its bytes count against the budget until it is released. */
export interface JsonBody {
  readonly value: unknown;
  release(): void;
}

/** How JSON of a client is parsed. */
export interface JsonOptions {
  readonly nestingDepthMax: number;
  /** A value takes more memory than bytes: an empty array is three bytes, but several words. */
  readonly valuesMax: number;
  /** Fastify's parser, which refuses keys that would change a prototype. */
  readonly parse: FastifyBodyParser<string>;
}

export interface JsonBodyOptions extends ReadBodyOptions, JsonOptions {
  readonly mediaTypes: readonly string[];
}

export async function readJsonBody(request: FastifyRequest, options: JsonBodyOptions): Promise<JsonBody> {
  mediaType(request.headers['content-type'], options.mediaTypes);
  const { bytes, release } = await readBody(request.raw, options);
  try {
    return { value: await parseJson(request, bytes, options, 'The body'), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Parses JSON. The limits are checked before, because parsing cannot be interrupted and is slow for deep nesting. */
export function parseJson(
  request: FastifyRequest,
  bytes: Buffer,
  options: JsonOptions,
  what: string,
): Promise<unknown> {
  checkShape(bytes, options, what);
  return new Promise((resolve, reject) => {
    options.parse(request, bytes.toString('utf8'), (error, value) => {
      // The parser's message may quote the text.
      if (error) reject(new HttpRefusal(400, 'not_json', `${what} is not valid JSON`));
      else resolve(value);
    });
  });
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

type ShapeLimits = Pick<JsonOptions, 'nestingDepthMax' | 'valuesMax'>;

/** One pass over the bytes, valid JSON or not: skips strings, counts brackets and commas. */
export function checkShape(
  bytes: Uint8Array,
  { nestingDepthMax, valuesMax }: ShapeLimits,
  what = 'The body',
): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = stringEnd(bytes, at + 1);
        break;
      case comma:
        values += 1;
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        values += 1;
        if (depth > nestingDepthMax)
          throw new HttpRefusal(400, 'nested', `${what} is nested more than ${nestingDepthMax} levels deep`);
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
    }
  }
  if (values > valuesMax)
    throw new HttpRefusal(400, 'many_values', `${what} has more than ${valuesMax} values`);
}

/** The offset of the closing quote. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

import type { FastifyBodyParser, FastifyRequest } from 'fastify';
import { HttpRefusal } from '../base/http-refusal.js';
import { mediaType } from '../base/media-type.js';
import { type ReadBodyOptions, readBody } from '../base/read-body.js';

/** A parsed JSON body. Its bytes count against the budget until it is released. */
export interface JsonBody {
  readonly value: unknown;
  release(): void;
}

export interface JsonBodyOptions extends ReadBodyOptions {
  readonly mediaTypes: readonly string[];
  readonly nestingDepthMax: number;
  /** A value takes more memory than bytes: an empty array is three bytes, but several words. */
  readonly valuesMax: number;
  /** Fastify's parser, which refuses keys that would change a prototype. */
  readonly parse: FastifyBodyParser<string>;
}

/** Reads JSON. The limits are checked before parsing, which cannot be interrupted and is slow for deep nesting. */
export async function readJsonBody(request: FastifyRequest, options: JsonBodyOptions): Promise<JsonBody> {
  mediaType(request.headers['content-type'], options.mediaTypes);
  const { bytes, release } = await readBody(request.raw, options);
  try {
    checkShape(bytes, options);
    return { value: await parsed(request, bytes.toString('utf8'), options.parse), release };
  } catch (error) {
    release();
    throw error;
  }
}

function parsed(request: FastifyRequest, text: string, parse: JsonBodyOptions['parse']): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parse(request, text, (error, value) => {
      // The parser's message may quote the body.
      if (error) reject(new HttpRefusal(400, 'not_json', 'The body is not valid JSON'));
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

type ShapeLimits = Pick<JsonBodyOptions, 'nestingDepthMax' | 'valuesMax'>;

/** One pass over the bytes, valid JSON or not: skips strings, counts brackets and commas. */
export function checkShape(bytes: Uint8Array, { nestingDepthMax, valuesMax }: ShapeLimits): void {
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
          throw new HttpRefusal(400, 'nested', `The body is nested more than ${nestingDepthMax} levels deep`);
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
    }
  }
  if (values > valuesMax)
    throw new HttpRefusal(400, 'many_values', `The body has more than ${valuesMax} values`);
}

/** The offset of the closing quote. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

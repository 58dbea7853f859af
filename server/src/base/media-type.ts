import { HttpRefusal } from './http-refusal.js';

const charsetPattern = /^charset\s*=/i;
/** ASCII is UTF-8, too. */
const utf8Pattern = /^charset\s*=\s*"?(?:utf-?8|us-ascii)"?$/i;

/**
 * The type that a Content-Type names, in lower case; undefined when the text is not UTF-8. Other parameters do not
 * change how JSON and forms are read. Parsed by hand, because npm's content-type 3 needs Node 22.
 */
export function readMediaType(contentType: string): string | undefined {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const isUtf8 = parameters.every(
    (parameter) => !charsetPattern.test(parameter) || utf8Pattern.test(parameter),
  );
  return isUtf8 ? type.toLowerCase() : undefined;
}

/** Finds which of the types a body has. */
export function mediaType(contentType: string | undefined, types: readonly string[]): string {
  // Fast path: almost every request sends exactly one of the types.
  if (contentType !== undefined && types.includes(contentType)) return contentType;
  const type = readMediaType(contentType ?? '');
  if (type !== undefined && types.includes(type)) return type;
  throw unsupportedMediaType(types);
}

export const unsupportedMediaType = (types: readonly string[]) =>
  new HttpRefusal(415, 'content_type', `Content-Type must be ${types.join(' or ')}, in UTF-8`, {
    accept: types.join(', '),
  });

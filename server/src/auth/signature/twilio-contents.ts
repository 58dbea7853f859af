import { createHash } from 'node:crypto';
import { headerText, type SignedContent, type SignedRequest } from './scheme.js';

const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Twilio signs the URL and, after it, the fields of a form in the order of their names. Of any other body the URL must have a
 * digest. Whether the URL names its port depends on the product.
 */
export function twilioContents(request: SignedRequest): readonly SignedContent[] {
  const { body } = request;
  const url = new URL(request.url);
  const digest = url.searchParams.get('bodySHA256');
  if (digest !== null && digest !== createHash('sha256').update(body).digest('hex')) return [];
  const isFields = digest === null && isForm.test(headerText(request, 'content-type') ?? '');
  // Nothing covers such a body, so anyone who has seen one request could send any other.
  if (digest === null && !isFields && body.length > 0) return [];
  const fields = isFields ? sortedFields(new URLSearchParams(body.toString('utf8'))) : '';
  return withAndWithoutPort(url, request.url).map((text) => [text, fields]);
}

/** A field that occurs several times has each of its values once. */
function sortedFields(fields: URLSearchParams): string {
  return [...new Set(fields.keys())]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join('');
}

const defaultPorts: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

function withAndWithoutPort({ protocol, hostname, port }: URL, text: string): readonly string[] {
  const rest = text.slice(text.indexOf('/', protocol.length + 2));
  return [
    text,
    `${protocol}//${hostname}${rest}`,
    `${protocol}//${hostname}:${port || defaultPorts[protocol]}${rest}`,
  ];
}

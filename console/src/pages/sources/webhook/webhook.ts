import { headerName, isHeaderPath } from '../../../format/column-rules.js';
import { serviceUrl } from '../../../session/session.js';
import type { ShownWebhookSource } from '../shown-source.js';

/**
 * The webhook's URL relative to this page, with the same key. The URL for senders may use another host name of the same
 * machine.
 */
export function webhookFromHere(webhookUrl: string): string {
  const key = new URL(webhookUrl).pathname.split('/').at(-1) ?? '';
  return new URL(`v1/${key}`, serviceUrl).href;
}

/** A curl command to copy. */
export function curlLine(
  webhookUrl: string,
  { event, headers }: SampleRequest,
  username?: string | undefined,
): string {
  const auth = username ? ` -u ${quoted(`${username}:<password>`)}` : '';
  const given = Object.entries(headers).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`);
  const body = quoted(JSON.stringify([event]));
  return `curl ${webhookUrl}${auth} -H 'Content-Type: application/json'${given.join('')} -d ${body}`;
}

/** Names and paths are untrusted, and the command is pasted into a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export interface SampleRequest {
  readonly event: Record<string, unknown>;
  readonly headers: Record<string, string>;
}

/** A random event that fits the columns, with the headers that fill some of them. */
export function sampleRequest(source: ShownWebhookSource): SampleRequest {
  const { columns } = source.connectionSettings;
  if (columns.length === 0) {
    const event = { event: 'hello', sent_from: 'console', value: Math.round(Math.random() * 100) };
    return { event, headers: {} };
  }
  const event = emptyObject();
  const headers: Record<string, string> = {};
  for (const { jsonProperty, type, scale } of columns) {
    const value = type === 'DECIMAL' && scale === 0 ? sampleValue('INT64') : sampleValue(type);
    if (!isHeaderPath(jsonProperty)) put(event, jsonProperty.split('.'), value);
    else
      headers[headerName(jsonProperty)] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return { event, headers };
}

/** Without a prototype: the path of a column may be `__proto__.x`, which would change every object of the page. */
const emptyObject = () => Object.create(null) as Record<string, unknown>;

function put(target: Record<string, unknown>, [step = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[step] = value;
    return;
  }
  const inner = target[step];
  const next =
    typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : emptyObject();
  target[step] = next;
  put(next, rest, value);
}

const words = ['alpha', 'beta', 'gamma', 'delta'];

function sampleValue(type: string): unknown {
  const now = new Date().toISOString();
  const whole = Math.floor(Math.random() * 100);
  switch (type) {
    case 'BOOLEAN':
      return whole % 2 === 0;
    case 'FLOAT':
    case 'DOUBLE':
    case 'DECIMAL':
      return Math.round(Math.random() * 10_000) / 100;
    case 'INT8':
    case 'INT16':
    case 'INT32':
    case 'INT64':
      return whole;
    case 'DATE':
      return now.slice(0, 10);
    case 'TIMESTAMP':
      return now;
    case 'JSON':
      return { sample: true };
    default:
      return words[whole % words.length];
  }
}

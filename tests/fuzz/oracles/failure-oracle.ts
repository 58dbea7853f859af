import type { FuzzAnswer } from '../fuzz-case.js';
import type { Finding } from './verdict.js';

/** No request is answered by a fault of the service, whatever it asks for. */
const faultCodes = ['INTERNAL', 'UNAVAILABLE'] as const;
const shownCharacters = 300;

export function failure({ status, body }: FuzzAnswer): Finding | undefined {
  const message = `${status} ${body.slice(0, shownCharacters)}`;
  if (status >= 500) return { oracle: 'failure', kind: `status ${status}`, message };
  const code = faultCodes.find((one) => body.includes(`"code":"${one}"`));
  if (code === undefined) return undefined;
  const at = body.indexOf(`"code":"${code}"`);
  return {
    oracle: 'failure',
    kind: code,
    message: body.slice(Math.max(0, at - shownCharacters), at + shownCharacters),
  };
}

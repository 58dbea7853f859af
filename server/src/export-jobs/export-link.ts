import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the parameters of a link say. */
export interface ExportLink {
  readonly jobId: string;
  /** In seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

const secondMs = 1_000;

/** Signs links to files, which download the file without a token until they expire. */
export function signLink(secret: string, jobId: string, expiresMs: number): ExportLink {
  const expires = Math.floor(expiresMs / secondMs);
  return { jobId, expires, signature: signatureOf(secret, jobId, expires) };
}

export type LinkState = 'valid' | 'expired' | 'forged';

export function checkLink(
  secret: string,
  { jobId, expires, signature }: ExportLink,
  nowMs: number,
): LinkState {
  const expected = Buffer.from(signatureOf(secret, jobId, expires));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  return nowMs < expires * secondMs ? 'valid' : 'expired';
}

const signatureOf = (secret: string, jobId: string, expires: number) =>
  createHmac('sha256', secret).update(`${jobId} ${expires}`).digest('base64url');

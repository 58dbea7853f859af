import { describe, expect, it } from 'vitest';
import { checkLink, signLink } from './export-link.js';

const nowMs = 1_800_000_000_500;
const link = signLink('secret', 'EXP1', nowMs + 10_000);

describe('a link to an exported file', () => {
  it('is valid until the second in which it expires', () => {
    expect(checkLink('secret', link, nowMs)).toBe('valid');
    expect(checkLink('secret', link, link.expires * 1_000 - 1)).toBe('valid');
    expect(checkLink('secret', link, link.expires * 1_000)).toBe('expired');
    expect(link.expires * 1_000).toBeLessThanOrEqual(nowMs + 10_000);
  });

  it.each([
    ['another job', { ...link, jobId: 'EXP2' }],
    ['another time', { ...link, expires: link.expires + 1 }],
    // The job and the time are told apart.
    ['digits moved from the time to the job', { ...link, jobId: 'EXP1 1', expires: link.expires - 1e9 }],
    ['no signature', { ...link, signature: '' }],
    ['half a signature', { ...link, signature: link.signature.slice(0, 20) }],
    ['other characters of the same length', { ...link, signature: 'ü'.repeat(link.signature.length) }],
  ])('is forged with %s', (_what, other) => {
    expect(checkLink('secret', other, nowMs)).toBe('forged');
  });

  it('is forged with another secret', () => {
    expect(checkLink('other', link, nowMs)).toBe('forged');
  });
});

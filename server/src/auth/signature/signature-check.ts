import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { unavailable } from '../../base/errors.js';
import { HttpRefusal } from '../../base/http-refusal.js';
import type { WebhookSignature } from '../../catalog/webhook-signature.js';
import { headerText, type Scheme, type SignedContent, type SignedRequest } from './scheme.js';
import { schemeOf } from './schemes.js';

/** A sender that changes its secret sends a signature with each of them; more are not looked at. */
const signaturesMax = 8;
const secondsPattern = /^\d{1,12}$/;

export interface VerifiedRequest {
  /** The key by which a repeated request is recognized; undefined where the scheme has none. */
  readonly key: string | undefined;
  /** The answer, if the request is a question of the sender. */
  readonly reply: string | undefined;
}

interface Ready {
  readonly scheme: Scheme;
  readonly keys: readonly Buffer[];
}

/** Checks that one of a webhook's secrets has signed a request, and when. */
export class SignatureCheck {
  readonly #open: (sealed: string) => string;
  readonly #clock: Clock;
  /** By definition object: another version of a definition is another object. */
  readonly #ready = new WeakMap<WebhookSignature, Ready>();

  constructor(open: (sealed: string) => string, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  /** Throws 401 with the reason unless the request is signed. */
  verify(signature: WebhookSignature, request: SignedRequest): VerifiedRequest {
    const { scheme, keys } = this.#prepared(signature);
    const header = headerText(request, scheme.header);
    const timestamp = scheme.timestamp ? scheme.timestamp(request) : '';
    if (header === undefined || timestamp === undefined) throw missing(scheme);
    const given = scheme.signatures(header).slice(0, signaturesMax);
    const matched = matching(scheme, keys, scheme.contents(request, timestamp), given);
    if (matched === undefined) throw wrong(scheme);
    // Last, so that only who has the secret learns how the clocks differ.
    if (scheme.timestamp) this.#checkTime(timestamp, signature.toleranceInSeconds);
    return { key: keyOf(scheme, request, matched), reply: scheme.replyTo?.(request.body) };
  }

  #checkTime(timestamp: string, toleranceInSeconds: number): void {
    const seconds = secondsPattern.test(timestamp) ? Number(timestamp) : Number.NaN;
    const ageSeconds = this.#clock.now() / 1000 - seconds;
    if (Math.abs(ageSeconds) <= toleranceInSeconds) return;
    throw new HttpRefusal(
      401,
      'signature_stale',
      `The signature's time is more than ${toleranceInSeconds} s from now. Check the sender's clock, or sign the request again`,
    );
  }

  #prepared(signature: WebhookSignature): Ready {
    const known = this.#ready.get(signature);
    if (known) return known;
    const scheme = schemeOf(signature);
    const toKey = scheme.keyOf ?? ((secret: string) => Buffer.from(secret, 'utf8'));
    const ready = { scheme, keys: signature.sealedSecrets.map((sealed) => toKey(this.#opened(sealed))) };
    this.#ready.set(signature, ready);
    return ready;
  }

  #opened(sealed: string): string {
    try {
      return this.#open(sealed);
    } catch (cause) {
      throw unavailable(
        "The webhook's secrets cannot be decrypted: the encryption key is not the one that they were stored with. Restore the key, or set the secrets again",
        { cause },
      );
    }
  }
}

/** The first content that a signature matches. All are compared, so that the time does not tell which secret or content did. */
function matching(
  { algorithm, encoding }: Scheme,
  keys: readonly Buffer[],
  contents: readonly SignedContent[],
  given: readonly string[],
): SignedContent | undefined {
  const candidates = given.map((text) => Buffer.from(text, encoding));
  let matched: SignedContent | undefined;
  for (const key of keys)
    for (const content of contents) {
      const hmac = createHmac(algorithm, key);
      for (const part of content) hmac.update(part);
      const expected = hmac.digest();
      for (const [index, candidate] of candidates.entries()) {
        const isSame = candidate.length === expected.length && timingSafeEqual(candidate, expected);
        // Node skips what is not hexadecimal or base64, so the text is compared too: only one text is the signature.
        if (isSame && given[index] === expected.toString(encoding)) matched ??= content;
      }
    }
  return matched;
}

/**
 * A header that the sender has for this, or what was signed, if that includes the time: who repeats a request cannot change it.
 * Not the signature: a sender that changes its secret signs with both, and each would be another key. Other headers are not
 * signed, and could make a repeated request look new.
 */
function keyOf(scheme: Scheme, request: SignedRequest, signed: SignedContent): string | undefined {
  const id = scheme.idHeader === undefined ? undefined : headerText(request, scheme.idHeader);
  if (id !== undefined) return id;
  if (!scheme.timestamp) return undefined;
  const digest = createHash('sha256');
  for (const part of signed) digest.update(part);
  return `signed ${digest.digest('base64url')}`;
}

const missing = ({ header }: Scheme) =>
  new HttpRefusal(401, 'signature_missing', `The request is not signed: it needs the header ${header}`);

const wrong = ({ header }: Scheme) =>
  new HttpRefusal(
    401,
    'signature_wrong',
    `The signature in ${header} does not match. Check the secret, and that nothing between the sender and Weir changes the body or the URL`,
  );

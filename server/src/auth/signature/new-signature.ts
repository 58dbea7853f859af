import { badInput } from '../../base/errors.js';
import type { SealedTexts } from '../../base/sealed-texts.js';
import {
  type HmacSettings,
  signatureRules as rules,
  type SignatureScheme,
  type WebhookSignature,
} from '../../catalog/webhook-signature.js';
import { schemeOf } from './schemes.js';

/** What secrets are sealed for. */
export const signatureSecretPurpose = 'webhook signature';

export interface NewSignature {
  readonly scheme: SignatureScheme;
  readonly secrets: readonly string[];
  readonly toleranceInSeconds?: number | undefined;
  readonly hmac?: NewHmac | undefined;
}

export interface NewHmac {
  readonly header: string;
  readonly algorithm?: HmacSettings['algorithm'] | undefined;
  readonly encoding?: HmacSettings['encoding'] | undefined;
  readonly prefix?: string | undefined;
  readonly signedContent?: string | undefined;
  readonly timestampHeader?: string | undefined;
  readonly idHeader?: string | undefined;
}

/** A signature's settings as they are stored, checked, with the defaults filled in and the secrets sealed. */
export function newSignature(input: NewSignature, sealedTexts: SealedTexts | undefined): WebhookSignature {
  if (!sealedTexts)
    throw badInput(
      'signature',
      'with the catalog in PostgreSQL, set WEIR_ENCRYPTION_KEY to the same value on every node, so that secrets can be encrypted',
    );
  const { scheme, secrets, toleranceInSeconds = rules.toleranceSecondsDefault } = input;
  if (toleranceInSeconds < 1 || toleranceInSeconds > rules.toleranceSecondsMax)
    throw badInput('signature', `toleranceInSeconds must be 1 to ${rules.toleranceSecondsMax}`);
  if ((scheme === 'HMAC') !== (input.hmac !== undefined))
    throw badInput('signature', 'give hmac with the scheme HMAC, and only with it');
  const hmac = input.hmac === undefined ? null : hmacOf(input.hmac);
  checkSecrets({ scheme, hmac }, secrets);
  return {
    scheme,
    sealedSecrets: secrets.map((secret) => sealedTexts.seal(signatureSecretPurpose, secret)),
    toleranceInSeconds,
    hmac,
  };
}

function checkSecrets(
  signature: Pick<WebhookSignature, 'scheme' | 'hmac'>,
  secrets: readonly string[],
): void {
  const { secretsMax, secretCharactersMin, secretCharactersMax } = rules;
  if (secrets.length < 1 || secrets.length > secretsMax)
    throw badInput('signature', `give 1 to ${secretsMax} secrets`);
  if (secrets.some(({ length }) => length < secretCharactersMin || length > secretCharactersMax))
    throw badInput(
      'signature',
      `a secret must have ${secretCharactersMin} to ${secretCharactersMax} characters`,
    );
  const { keyOf } = schemeOf(signature);
  if (keyOf && secrets.some((secret) => keyOf(secret).length < secretCharactersMin))
    throw badInput(
      'signature',
      `a secret of the scheme ${signature.scheme} must be base64, such as the sender shows it: whsec_…`,
    );
}

const headerPattern = /^[A-Za-z0-9_-]{1,100}$/;

function headerName(field: string, name: string | undefined): string | null {
  if (name === undefined) return null;
  if (!headerPattern.test(name)) throw badInput('signature.hmac', `${field} is not the name of a header`);
  return name.toLowerCase();
}

function hmacOf({ algorithm = 'SHA256', encoding = 'HEX', prefix = '', ...input }: NewHmac): HmacSettings {
  const { signedContent = '{body}' } = input;
  const timestampHeader = headerName('timestampHeader', input.timestampHeader);
  const idHeader = headerName('idHeader', input.idHeader);
  if (prefix.length > rules.prefixCharactersMax)
    throw badInput('signature.hmac', `prefix must have at most ${rules.prefixCharactersMax} characters`);
  if (signedContent.length > rules.signedContentCharactersMax || !signedContent.includes('{body}'))
    throw badInput(
      'signature.hmac',
      `signedContent must contain {body} and have at most ${rules.signedContentCharactersMax} characters`,
    );
  // A header that is not signed could be changed by anyone who repeats the request.
  if (signedContent.includes('{timestamp}') !== (timestampHeader !== null))
    throw badInput(
      'signature.hmac',
      'give timestampHeader if signedContent contains {timestamp}, and only then',
    );
  if (signedContent.includes('{id}') && idHeader === null)
    throw badInput('signature.hmac', 'signedContent contains {id}, so give idHeader');
  return {
    header: headerName('header', input.header) ?? '',
    algorithm,
    encoding,
    prefix,
    signedContent,
    timestampHeader,
    idHeader,
  };
}

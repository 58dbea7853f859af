import { type NewHmac, newSignature } from '../../../auth/signature/new-signature.js';
import { badInput } from '../../../base/errors.js';
import type { SealedTexts } from '../../../base/sealed-texts.js';
import type { HmacSettings, SignatureScheme, WebhookSignature } from '../../../catalog/webhook-signature.js';
import type { HmacSignatureInput, WebhookSignatureInput } from '../../generated/resolver-types.js';

/** What is known already: of a preset, or of the signature as it was. */
interface KnownSignature {
  readonly scheme: SignatureScheme;
  readonly toleranceInSeconds?: number;
  readonly hmac?: HmacSettings | null;
}

export function signatureOf(
  input: WebhookSignatureInput | undefined,
  known: KnownSignature | null | undefined,
  sealedTexts: SealedTexts | undefined,
): WebhookSignature | undefined {
  if (!input) return undefined;
  const scheme = input.scheme ?? known?.scheme;
  if (scheme === undefined) throw badInput('signature', 'give the scheme, or a preset');
  const before = scheme === known?.scheme ? known : undefined;
  const hmac = input.hmac ?? before?.hmac;
  return newSignature(
    {
      scheme,
      secrets: input.secrets,
      toleranceInSeconds: input.toleranceInSeconds ?? before?.toleranceInSeconds,
      hmac: hmac ? notBlank(hmac) : undefined,
    },
    sealedTexts,
  );
}

/** An empty string where a text is optional is no text. */
const notBlank = (hmac: HmacSignatureInput | HmacSettings): NewHmac => ({
  ...hmac,
  signedContent: hmac.signedContent || undefined,
  timestampHeader: hmac.timestampHeader || undefined,
  idHeader: hmac.idHeader || undefined,
});

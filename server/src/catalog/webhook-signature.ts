/** How the senders of a webhook sign their requests. */
export const signatureSchemes = [
  'STANDARD_WEBHOOKS',
  'GITHUB',
  'STRIPE',
  'SHOPIFY',
  'SLACK',
  'SVIX',
  'TWILIO',
  'SEGMENT',
  'HMAC',
] as const;
export type SignatureScheme = (typeof signatureSchemes)[number];

/** What a sender that follows none of the named schemes does. */
export interface HmacSettings {
  /** The header with the signature, in lower case. */
  readonly header: string;
  readonly algorithm: 'SHA1' | 'SHA256' | 'SHA512';
  readonly encoding: 'HEX' | 'BASE64';
  /** What precedes the signature in the header. */
  readonly prefix: string;
  /** What is signed: a text with the placeholders `{body}`, `{timestamp}` and `{id}`. */
  readonly signedContent: string;
  readonly timestampHeader: string | null;
  readonly idHeader: string | null;
}

export interface WebhookSignature {
  readonly scheme: SignatureScheme;
  /** Encrypted. A request is accepted if one of them has signed it, so that senders can change to a new one. */
  readonly sealedSecrets: readonly string[];
  /** How old a request may be, and how far in the future; only schemes that sign a timestamp check it. */
  readonly toleranceInSeconds: number;
  /** Of the scheme HMAC only. */
  readonly hmac: HmacSettings | null;
}

export const signatureRules = {
  secretsMax: 2,
  secretCharactersMin: 8,
  secretCharactersMax: 512,
  toleranceSecondsDefault: 300,
  toleranceSecondsMax: 3_600,
  signedContentCharactersMax: 200,
  prefixCharactersMax: 50,
} as const;

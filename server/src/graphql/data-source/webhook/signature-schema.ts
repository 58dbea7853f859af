import { signatureRules as rules } from '../../../catalog/webhook-signature.js';

export const signatureTypes = /* GraphQL */ `
"""
How senders sign their requests. The header, what is signed, and the form of the secret follow from it.
"""
enum SignatureScheme {
  """
  Standard Webhooks: the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`, secrets \`whsec_…\`.
  """
  STANDARD_WEBHOOKS
  """
  GitHub: the header \`X-Hub-Signature-256\`.
  """
  GITHUB
  """
  Stripe: the header \`Stripe-Signature\`, secrets \`whsec_…\`.
  """
  STRIPE
  """
  Shopify: the header \`X-Shopify-Hmac-Sha256\`.
  """
  SHOPIFY
  """
  Slack: the header \`X-Slack-Signature\`. Slack's request to verify the URL is answered.
  """
  SLACK
  """
  Svix: the headers \`svix-id\`, \`svix-timestamp\` and \`svix-signature\`, secrets \`whsec_…\`.
  """
  SVIX
  """
  Twilio: the header \`X-Twilio-Signature\`. It signs the URL, so Twilio must have the webhook URL exactly as Weir shows it.
  """
  TWILIO
  """
  Segment: the header \`X-Signature\`.
  """
  SEGMENT
  """
  Any other HMAC: see \`hmac\`.
  """
  HMAC
}

"""
The hash function of an HMAC.
"""
enum HmacAlgorithm {
  """
  SHA-1.
  """
  SHA1
  """
  SHA-256.
  """
  SHA256
  """
  SHA-512.
  """
  SHA512
}

"""
How a signature is written.
"""
enum SignatureEncoding {
  """
  Hexadecimal, in lower case.
  """
  HEX
  """
  Base64, with padding.
  """
  BASE64
}

"""
How senders must sign their requests. Others are refused with 401, and nothing of them is stored.
"""
input WebhookSignatureInput {
  """
  How they sign. By default as the preset says or, when a Data Source is modified, as before.
  """
  scheme: SignatureScheme
  """
  The secrets that they sign with, as the sender shows them: 1 to ${rules.secretsMax}. One matching secret is enough, so give the old
  and the new one while a sender changes its secret. They are stored encrypted and cannot be read back.
  """
  secrets: [String!]!
  """
  How many seconds the signed time may differ from now: 1 to ${rules.toleranceSecondsMax}, by default as before or ${rules.toleranceSecondsDefault}. Schemes that
  sign no time ignore it.
  """
  toleranceInSeconds: Int
  """
  The sender's own scheme. Required with the scheme HMAC unless it is as before, and refused with others.
  """
  hmac: HmacSignatureInput
}

"""
A sender's own way to sign with an HMAC.
"""
input HmacSignatureInput {
  """
  The header that contains the signature.
  """
  header: String!
  """
  The hash function, by default SHA256.
  """
  algorithm: HmacAlgorithm
  """
  How the signature is written, by default HEX.
  """
  encoding: SignatureEncoding
  """
  What precedes the signature in the header, such as \`sha256=\`. By default nothing.
  """
  prefix: String
  """
  What is signed: a text with the placeholders \`{body}\`, \`{timestamp}\` and \`{id}\`, such as \`{timestamp}.{body}\`. By default
  \`{body}\`.
  """
  signedContent: String
  """
  The header that contains the signed time, in seconds since 1970. Required if \`signedContent\` contains \`{timestamp}\`.
  """
  timestampHeader: String
  """
  The header that identifies a delivery, however often it is repeated. It is the idempotency key.
  """
  idHeader: String
}

"""
How the senders of a webhook must sign their requests.
"""
type WebhookSignature {
  """
  How they sign.
  """
  scheme: SignatureScheme!
  """
  How many secrets there are. The secrets cannot be read back.
  """
  secretCount: Int!
  """
  How many seconds the signed time may differ from now.
  """
  toleranceInSeconds: Int!
  """
  The sender's own scheme; null unless the scheme is HMAC.
  """
  hmac: HmacSignature
}

"""
A sender's own way to sign with an HMAC.
"""
type HmacSignature {
  """
  The header that contains the signature.
  """
  header: String!
  """
  The hash function.
  """
  algorithm: HmacAlgorithm!
  """
  How the signature is written.
  """
  encoding: SignatureEncoding!
  """
  What precedes the signature in the header.
  """
  prefix: String!
  """
  What is signed: a text with the placeholders \`{body}\`, \`{timestamp}\` and \`{id}\`.
  """
  signedContent: String!
  """
  The header that contains the signed time, if any.
  """
  timestampHeader: String
  """
  The header that identifies a delivery, if any.
  """
  idHeader: String
}
`;

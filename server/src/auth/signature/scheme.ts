import type { IncomingHttpHeaders } from 'node:http';

/** A request as its sender has signed it. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The whole URL that the sender was given, with the query. */
  readonly url: string;
  /** As it arrived, before it is decompressed. */
  readonly body: Buffer;
}

/** What an HMAC is computed of, one part after the other. */
export type SignedContent = readonly (string | Buffer)[];

/** How a sender signs. All schemes are HMACs; they differ in what is signed and where the signature is. */
export interface Scheme {
  /** The header with the signature, or with several. */
  readonly header: string;
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** The signatures in the header. */
  readonly signatures: (header: string) => readonly string[];
  /** What may have been signed; nothing when it cannot have been this request. */
  readonly contents: (request: SignedRequest, timestamp: string) => readonly SignedContent[];
  /** The time that is signed, in seconds since 1970. Without one, a request is accepted at any time. */
  readonly timestamp?: (request: SignedRequest) => string | undefined;
  /** The header that identifies a delivery, however often it is repeated. */
  readonly idHeader?: string;
  /** By default the secret's text. */
  readonly keyOf?: (secret: string) => Buffer;
  /** The answer to a verified request that is a question of the sender, not an event. */
  readonly replyTo?: (body: Buffer) => string | undefined;
}

export const headerText = ({ headers }: Pick<SignedRequest, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** Every token had this issuer before issuers were URLs. Such tokens stay valid until they expire. */
const formerIssuer = 'weir';
/** Longer than every name of a host with its port. */
const hostCharactersMax = 300;

/** How a client reached the service. Fastify takes both from trusted proxies only. */
export interface ReachedBy {
  readonly protocol: string;
  readonly host: string;
}

/**
 * The URL that identifies the service as an issuer of tokens: the configured one, or else the one that the client used.
 * The Host header can be forged, but only in a client's own requests: it decides what that client is told, not which
 * signatures are valid.
 */
export class Issuer {
  readonly #publicUrl: string | undefined;

  constructor(publicUrl: URL | undefined) {
    this.#publicUrl = publicUrl?.href.replace(/\/$/, '');
  }

  /** Undefined when no URL is configured and the host is not one. */
  seenBy({ protocol, host }: ReachedBy): string | undefined {
    return this.#publicUrl ?? originOf(`${protocol}://${host}`);
  }

  /** Whether this service may have issued a token with this issuer. Clients of one service may use several hosts. */
  accepts(issuer: string): boolean {
    if (issuer === formerIssuer) return true;
    return this.#publicUrl === undefined ? originOf(issuer) === issuer : issuer === this.#publicUrl;
  }
}

function originOf(text: string): string | undefined {
  if (text.length > hostCharactersMax || !URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}

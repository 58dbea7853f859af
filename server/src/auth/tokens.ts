import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.js';
import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import { parseScope, type Scope } from '../base/scope.js';
import type { ApplicationCredentials } from './authenticate-application.js';
import { type SigningKeys, signingAlgorithm } from './signing-keys.js';

/**
 * Access tokens: JWTs that name the Application, the scopes, and the secret that was used to request them. A token is
 * valid until it expires, its Application is deleted, or that secret is revoked. Each scope of the token is valid only
 * while the Application has it too.
 */
export const tokenLifetimeSeconds = 3600;
export const tokenAudience = 'weir';
const tokenCharactersMax = 8_192;
const verifiedMax = 10_000;
const verifiedBytesMax = 32 * 1024 * 1024;
const verifiedBytesFixed = 1_000;
/** Memory of a cached token: the token as the key, and its policy values. */
const verifiedBytesPerCharacter = 5;

export type PolicyValues = Principal['policyValues'];

export interface TokenRequest {
  readonly applicationId: string;
  readonly secretId: string;
  readonly scopes: readonly Scope[];
  readonly policyValues: PolicyValues;
}

interface VerifiedToken extends TokenRequest {
  readonly expiresAt: number;
  readonly scopeSet: ReadonlySet<Scope>;
}

export interface TokensOptions {
  readonly keys: SigningKeys;
  readonly clock: Clock;
  readonly issuer: string;
  readonly findCredentials: (applicationId: string) => Promise<ApplicationCredentials | undefined>;
}

const unauthenticated = (message: string, cause?: unknown) =>
  new WeirError('UNAUTHENTICATED', message, { cause });

export class Tokens {
  readonly #options: TokensOptions;
  /** Checking a signature costs more than a trivial query, so each token is verified once. */
  readonly #verified = new LRUCache<string, VerifiedToken>({
    max: verifiedMax,
    maxSize: verifiedBytesMax,
    sizeCalculation: (_, token) => verifiedBytesFixed + verifiedBytesPerCharacter * token.length,
  });

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  async issue({ applicationId, secretId, scopes, policyValues }: TokenRequest): Promise<string> {
    const { keys, clock, issuer } = this.#options;
    const key = await keys.current();
    const issuedAt = Math.floor(clock.now() / 1000);
    return await new SignJWT({ scope: scopes.join(' '), sid: secretId, policy_values: policyValues })
      .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: key.kid })
      .setIssuer(issuer)
      .setAudience(tokenAudience)
      .setSubject(applicationId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenLifetimeSeconds)
      .sign(key.privateKey);
  }

  async principal(token: string): Promise<Principal> {
    const verified = this.#verified.get(token) ?? (await this.#verify(token));
    if (verified.expiresAt <= this.#options.clock.now()) {
      this.#verified.delete(token);
      throw unauthenticated('The access token has expired; request a new one from /oauth2/token');
    }
    const credentials = await this.#options.findCredentials(verified.applicationId);
    if (!credentials?.secrets.some((secret) => secret.id === verified.secretId)) {
      throw unauthenticated('The access token has been revoked');
    }
    const { application } = credentials;
    return {
      environmentId: application.environmentId,
      applicationId: application.id,
      scopes: stillHeld(verified, application.scopes),
      tier: application.tier,
      policyValues: verified.policyValues,
    };
  }

  async #verify(token: string): Promise<VerifiedToken> {
    const { keys, clock, issuer } = this.#options;
    if (token.length > tokenCharactersMax) throw unauthenticated('The access token is not valid');
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = await keys.byId(kid ?? '');
          if (!key) throw new errors.JWSInvalid('unknown key');
          return key;
        },
        {
          algorithms: [signingAlgorithm],
          audience: tokenAudience,
          issuer,
          typ: 'at+jwt',
          requiredClaims: ['exp', 'iat', 'sub', 'sid', 'scope'],
          currentDate: new Date(clock.now()),
        },
      );
      const scopes = String(payload['scope'])
        .split(' ')
        .flatMap((text) => parseScope(text) ?? []);
      const verified: VerifiedToken = {
        applicationId: payload.sub ?? '',
        secretId: String(payload['sid']),
        scopes,
        scopeSet: new Set(scopes),
        policyValues: (payload['policy_values'] ?? {}) as PolicyValues,
        expiresAt: (payload.exp ?? 0) * 1000,
      };
      this.#verified.set(token, verified);
      return verified;
    } catch (error) {
      if (error instanceof WeirError) throw error;
      if (error instanceof errors.JWTExpired)
        throw unauthenticated('The access token has expired; request a new one from /oauth2/token', error);
      if (error instanceof errors.JOSEError) throw unauthenticated('The access token is not valid', error);
      throw error;
    }
  }
}

/** The Application nearly always still has all scopes, so the existing set is reused. */
function stillHeld({ scopes, scopeSet }: VerifiedToken, held: readonly Scope[]): ReadonlySet<Scope> {
  const left = scopes.filter((scope) => held.includes(scope));
  return left.length === scopes.length ? scopeSet : new Set(left);
}

import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.js';
import { WeirError } from '../base/errors.js';
import { isId, randomHex } from '../base/ids.js';
import type { PolicyValues } from '../base/policy-values.js';
import type { Principal } from '../base/principal.js';
import { parseScope, type Scope } from '../base/scope.js';
import type { Application } from '../catalog/definitions.js';
import type { RevokedToken } from '../catalog/revoked-tokens.js';
import type { ShareLink } from '../catalog/share-link.js';
import type { ApplicationCredentials } from './authenticate-application.js';
import type { Issuer } from './issuer.js';
import { type SigningKeys, signingAlgorithm } from './signing-keys.js';
import { tenantScopes } from './tenant-scopes.js';

/**
 * Access tokens: JWTs by RFC 9068 that name the Application, the scopes, and the secret that was used to request them. A
 * token is valid until it expires or is revoked, its Application is deleted, or that secret is revoked. Each scope of the
 * token is valid only while the Application has it too.
 *
 * A token may be for one dashboard. It names the dashboard, and its scopes are those that the tiles' queries run with. If a share
 * link requested it, it names the link in place of a secret.
 */
export const tokenLifetimeSeconds = 3600;
export const tokenAudience = 'weir';
const tokenIdBytes = 16;
const tokenCharactersMax = 8_192;
const verifiedMax = 10_000;
const verifiedBytesMax = 32 * 1024 * 1024;
const verifiedBytesFixed = 1_000;
/** Memory of a cached token: the token as the key, and its policy values. */
const verifiedBytesPerCharacter = 5;

export interface TokenRequest {
  readonly applicationId: string;
  /** Of the Application's secret, or of the share link. */
  readonly secretId: string;
  readonly scopes: readonly Scope[];
  readonly policyValues: PolicyValues;
  /** The only dashboard that the token shows; undefined for a token without that restriction. */
  readonly dashboardId?: string | undefined;
  /** The only tile of that dashboard. */
  readonly tileId?: string | undefined;
}

interface VerifiedToken extends TokenRequest {
  readonly digest: string;
  readonly claims: TokenClaims;
  readonly expiresAt: number;
  readonly scopeSet: ReadonlySet<Scope>;
}

/** What a token says about itself. Those from before RFC 9068 have no `jti`. */
interface TokenClaims {
  readonly iss: string | undefined;
  readonly iat: number | undefined;
  readonly exp: number | undefined;
  readonly jti: string | undefined;
}

export interface TokensOptions {
  readonly keys: SigningKeys;
  readonly clock: Clock;
  readonly issuer: Pick<Issuer, 'accepts'>;
  readonly findCredentials: (applicationId: string) => Promise<ApplicationCredentials | undefined>;
  readonly findLink: (id: string) => Promise<ShareLink | undefined>;
  readonly recordRevoked: (token: RevokedToken) => Promise<void>;
}

const noScopes: ReadonlySet<Scope> = new Set();

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

  async issue(
    { applicationId, secretId, scopes, policyValues, dashboardId, tileId }: TokenRequest,
    issuer: string,
    lifetimeSeconds = tokenLifetimeSeconds,
  ): Promise<string> {
    const { keys, clock } = this.#options;
    const key = await keys.current();
    const issuedAt = Math.floor(clock.now() / 1000);
    const claims = {
      client_id: applicationId,
      scope: scopes.join(' '),
      sid: secretId,
      policy_values: policyValues,
      ...(dashboardId !== undefined && { dashboard: dashboardId }),
      ...(tileId !== undefined && { tile: tileId }),
    };
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: key.kid })
      .setIssuer(issuer)
      .setJti(randomHex(tokenIdBytes))
      .setAudience(tokenAudience)
      .setSubject(applicationId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(key.privateKey);
  }

  async principal(token: string): Promise<Principal> {
    const { verified, application } = await this.#active(token);
    const { policyValues, dashboardId, tileId } = verified;
    const held = tenantScopes(stillHeld(verified, application.scopes), policyValues);
    return {
      environmentId: application.environmentId,
      applicationId: application.id,
      tier: application.tier,
      policyValues,
      ...(dashboardId === undefined
        ? held
        : { scopes: noScopes, viewing: { dashboardId, tileId, scopes: [...held.scopes] } }),
    };
  }

  /** RFC 7662, section 2.2. An Application learns nothing about tokens of others. */
  async introspect(token: string, applicationId: string): Promise<{ readonly active: boolean }> {
    const found = await this.#active(token).catch(undefinedIfUnauthenticated);
    if (found?.application.id !== applicationId) return { active: false };
    const { verified, application } = found;
    const introspection = {
      active: true,
      scope: [...stillHeld(verified, application.scopes)].join(' '),
      client_id: application.id,
      sub: application.id,
      aud: tokenAudience,
      token_type: 'Bearer',
      dashboard: verified.dashboardId,
      tile: verified.tileId,
      ...verified.claims,
    };
    return introspection;
  }

  /** RFC 7009, section 2.1. Has no effect on tokens of other Applications and on those that are not valid anyway. */
  async revoke(token: string, applicationId: string): Promise<void> {
    const found = await this.#active(token).catch(undefinedIfUnauthenticated);
    if (found?.application.id !== applicationId) return;
    const { digest, expiresAt } = found.verified;
    await this.#options.recordRevoked({ applicationId, digest, expiresAt });
  }

  /** The token and its Application, as long as the token is valid. */
  async #active(token: string): Promise<{ verified: VerifiedToken; application: Application }> {
    const verified = this.#verified.get(token) ?? (await this.#verify(token));
    if (verified.expiresAt <= this.#options.clock.now()) {
      this.#verified.delete(token);
      throw unauthenticated('The access token has expired; request a new one from /oauth2/token');
    }
    const credentials = await this.#options.findCredentials(verified.applicationId);
    if (
      !credentials ||
      !(await this.#isRequesterValid(verified.secretId, credentials)) ||
      credentials.revokedTokens.includes(verified.digest)
    ) {
      throw unauthenticated('The access token has been revoked');
    }
    return { verified, application: credentials.application };
  }

  /** Whether the secret or the share link that requested a token still exists. */
  async #isRequesterValid(
    secretId: string,
    { application, secrets }: ApplicationCredentials,
  ): Promise<boolean> {
    if (!isId('shareLink', secretId)) return secrets.some(({ id }) => id === secretId);
    return (await this.#options.findLink(secretId))?.applicationId === application.id;
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
          typ: 'at+jwt',
          requiredClaims: ['exp', 'iat', 'iss', 'sub', 'sid', 'scope'],
          currentDate: new Date(clock.now()),
        },
      );
      const { iss, iat, exp, jti } = payload;
      if (!issuer.accepts(iss ?? '')) throw new errors.JWSInvalid('unknown issuer');
      const scopes = String(payload['scope'])
        .split(' ')
        .flatMap((text) => parseScope(text) ?? []);
      const verified: VerifiedToken = {
        digest: digestOf(token),
        claims: { iss, iat, exp, jti },
        applicationId: payload.sub ?? '',
        secretId: String(payload['sid']),
        scopes,
        scopeSet: new Set(scopes),
        policyValues: (payload['policy_values'] ?? {}) as PolicyValues,
        dashboardId: payload['dashboard'] as string | undefined,
        tileId: payload['tile'] as string | undefined,
        expiresAt: (exp ?? 0) * 1000,
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

/** Of the part that is signed: the signature could be encoded in several ways. */
const digestOf = (token: string) =>
  createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url');

function undefinedIfUnauthenticated(error: unknown): undefined {
  if (!(error instanceof WeirError) || error.code !== 'UNAUTHENTICATED') throw error;
}

/** The Application nearly always still has all scopes, so the existing set is reused. */
function stillHeld({ scopes, scopeSet }: VerifiedToken, held: readonly Scope[]): ReadonlySet<Scope> {
  // `admin` includes the query scopes, which a share link may have in its place.
  const isAdmin = held.includes('admin');
  const left = scopes.filter((scope) => held.includes(scope) || (isAdmin && scope !== 'application:admin'));
  return left.length === scopes.length ? scopeSet : new Set(left);
}

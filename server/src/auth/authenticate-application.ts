import { WeirError } from '../base/errors.js';
import type { Application } from '../catalog/definitions.js';
import type { FailureThrottle } from './failure-throttle.js';
import type { SecretCheck } from './secret-check.js';

export interface StoredSecret {
  readonly id: string;
  readonly hash: string;
}

/** An Application with the secrets that are good for it now. */
export interface ApplicationCredentials {
  readonly application: Application;
  readonly secrets: readonly StoredSecret[];
}

export interface ApplicationAuthentication {
  readonly application: Application;
  /** Which secret was used: tokens carry it, and end with it. */
  readonly secretId: string;
}

export interface AuthenticateOptions {
  readonly findCredentials: (applicationId: string) => Promise<ApplicationCredentials | undefined>;
  readonly secretCheck: SecretCheck;
  readonly throttle: FailureThrottle;
}

export type AuthenticateApplication = (
  clientId: string,
  /** Any of which will do. */
  clientSecrets: readonly string[],
  address: string,
) => Promise<ApplicationAuthentication>;

const credentialCharactersMax = 512;

/** Client ID and secret to Application; the same answer, in the same time, whichever of the two is wrong. */
export function createAuthenticateApplication(options: AuthenticateOptions): AuthenticateApplication {
  const { findCredentials, secretCheck, throttle } = options;
  return async (clientId, clientSecrets, address) => {
    throttle.check(clientId, address);
    const tooLong = [clientId, ...clientSecrets].some((text) => text.length > credentialCharactersMax);
    const credentials = tooLong ? undefined : await findCredentials(clientId);
    const hashes = credentials?.secrets.map((secret) => secret.hash) ?? [];
    let matched: string | undefined;
    for (const clientSecret of tooLong ? [] : clientSecrets)
      matched ??= await secretCheck.match(clientSecret, hashes);
    const secret = credentials?.secrets.find((stored) => stored.hash === matched);
    if (!credentials || !secret) {
      throttle.failed(clientId, address);
      throw new WeirError('UNAUTHENTICATED', 'The client ID or secret is wrong');
    }
    throttle.succeeded(clientId, address);
    return { application: credentials.application, secretId: secret.id };
  };
}

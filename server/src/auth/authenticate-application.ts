import { WeirError } from '../base/errors.js';
import { isId } from '../base/ids.js';
import { secretsPerApplicationMax } from '../catalog/application-secrets.js';
import type { Application } from '../catalog/definitions.js';
import type { SecretCheck } from './secret-check.js';

export interface StoredSecret {
  readonly id: string;
  readonly hash: string;
}

/** An Application with its currently valid secrets. */
export interface ApplicationCredentials {
  readonly application: Application;
  readonly secrets: readonly StoredSecret[];
  /** Digests of tokens that were revoked. */
  readonly revokedTokens: readonly string[];
}

export interface ApplicationAuthentication {
  readonly application: Application;
  /** The secret that matched. Tokens carry its ID and are revoked with it. */
  readonly secretId: string;
}

export interface AuthenticateOptions {
  readonly findCredentials: (applicationId: string) => Promise<ApplicationCredentials | undefined>;
  readonly secretCheck: SecretCheck;
}

export type AuthenticateApplication = (
  clientId: string,
  /** Candidates: one match is enough. */
  clientSecrets: readonly string[],
  address: string,
) => Promise<ApplicationAuthentication>;

const credentialCharactersMax = 512;

/** Maps client ID and secret to an Application. Error and timing do not reveal which of the two is wrong. */
export function createAuthenticateApplication(options: AuthenticateOptions): AuthenticateApplication {
  const { findCredentials, secretCheck } = options;
  return async (clientId, clientSecrets, address) => {
    const credentials = isId('application', clientId) ? await findCredentials(clientId) : undefined;
    const matched = await secretCheck.match({
      client: clientId,
      address,
      secrets: clientSecrets.filter((text) => text.length <= credentialCharactersMax),
      hashes: credentials?.secrets.map((secret) => secret.hash) ?? [],
      hashesMax: secretsPerApplicationMax,
      isGuessable: false,
    });
    const secret = credentials?.secrets.find((stored) => stored.hash === matched);
    if (!credentials || !secret) throw new WeirError('UNAUTHENTICATED', 'The client ID or secret is wrong');
    return { application: credentials.application, secretId: secret.id };
  };
}

import type { Clock } from '../base/clock.js';
import { WeirError } from '../base/errors.js';
import type { ShareLink } from '../catalog/share-link.js';
import type { SecretCheck } from './secret-check.js';

export interface AuthenticateLinkOptions {
  readonly findLink: (id: string) => Promise<ShareLink | undefined>;
  readonly secretCheck: SecretCheck;
  readonly clock: Clock;
}

export type AuthenticateLink = (
  linkId: string,
  /** Candidates: one match is enough. */
  secrets: readonly string[],
  address: string,
) => Promise<ShareLink>;

const secretCharactersMax = 512;

/** Maps the ID and the secret of a share link to the link. The error does not reveal whether it ever was valid. */
export function createAuthenticateLink(options: AuthenticateLinkOptions): AuthenticateLink {
  const { findLink, secretCheck, clock } = options;
  return async (linkId, secrets, address) => {
    const link = await findLink(linkId);
    const matched = await secretCheck.match({
      client: linkId,
      address,
      secrets: secrets.filter((text) => text.length <= secretCharactersMax),
      hashes: link && link.expiresAt > clock.now() ? [link.secretHash] : [],
      hashesMax: 1,
      isGuessable: false,
    });
    if (!link || matched === undefined)
      throw new WeirError('UNAUTHENTICATED', 'The link is wrong, has expired or was revoked');
    return link;
  };
}

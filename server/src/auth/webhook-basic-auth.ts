import { WeirError } from '../base/errors.js';
import type { BasicAuth } from '../catalog/webhook-source.js';
import { parseBasicHeader } from './basic-header.js';
import { sameText } from './same-text.js';
import type { SecretCheck } from './secret-check.js';

const credentialCharactersMax = 512;

/** Throws unless the sender may use the webhook. */
export type AuthorizeWebhook = (
  basicAuth: BasicAuth | undefined,
  webhookKey: string,
  authorization: string | undefined,
  address: string,
) => Promise<void>;

/**
 * Checks whether a sender may use a webhook. A wrong user name takes as long as a wrong password, and a missing webhook
 * as long as an existing one: in both cases a dummy secret is checked.
 */
export function createWebhookBasicAuth(secretCheck: SecretCheck): AuthorizeWebhook {
  return async (basicAuth, webhookKey, authorization, address) => {
    const given = parseBasicHeader(authorization);
    if (!given || given.username.length + given.password.length > credentialCharactersMax) {
      if (basicAuth) throw refusal();
      return;
    }
    const isUser = basicAuth !== undefined && sameText(given.username, basicAuth.username);
    const matched = await secretCheck.match({
      client: webhookKey,
      address,
      secrets: [given.password],
      hashes: isUser ? [basicAuth.passwordHash] : [],
      hashesMax: 1,
      isGuessable: true,
    });
    if (basicAuth && matched === undefined) throw refusal();
  };
}

const refusal = () =>
  new WeirError(
    'UNAUTHENTICATED',
    'This webhook needs HTTP basic authentication with its user name and password',
  );

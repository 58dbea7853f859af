import { createWeirClient, type WeirClient } from '@weir/client';
import { serviceUrl } from '../session/session.js';
import { tokenFromAround } from './around.js';

/** What a shared page shows, and with which credentials. */
export interface SharedView {
  readonly dashboardId: string;
  readonly client: WeirClient;
}

const fragmentPattern =
  /^(?<dashboardId>DSH[0-9A-Z]{26})(?:\/(?<clientId>SHL[0-9A-Z]{26})\.(?<clientSecret>[\w-]{20,100})|\/TIL[0-9A-Z]{26})?$/;

/**
 * Reads the fragment of the URL: a dashboard with a share link and its secret, or a dashboard, perhaps with a tile, for which the
 * page around has a token. Undefined if it is neither.
 */
export function sharedView(fragment: string, hasPageAround: boolean): SharedView | undefined {
  const { dashboardId, clientId, clientSecret } = fragmentPattern.exec(fragment)?.groups ?? {};
  if (!dashboardId) return undefined;
  if (clientId && clientSecret) {
    const credentials = { clientId, clientSecret };
    return { dashboardId, client: createWeirClient({ url: serviceUrl, credentials }) };
  }
  if (!hasPageAround) return undefined;
  return { dashboardId, client: createWeirClient({ url: serviceUrl, token: tokenFromAround }) };
}

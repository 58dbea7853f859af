import type { FirstStart } from '../provision/first-start.js';

/** What a newcomer sees after the first start: the only time that the secret is shown, and three lines to try. */
export function welcome(url: string, { clientId, clientSecret, dataSource }: FirstStart): string {
  const query =
    '{"query":"{ counter(input: {metric: {count: {dataPool: {name: \\"events\\"}}}}) { value } }"}';
  return `
Weir is running at ${url}

The first Application has every scope. Its secret is shown only now:
  client ID      ${clientId}
  client secret  ${clientSecret}

From token to first event to first metric:

  TOKEN=$(curl -s ${url}/oauth2/token -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${formEncoded(clientSecret)} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  curl ${url}/v1/${dataSource.webhookKey} -H 'Content-Type: application/json' -d '[{"hello": "world"}]'

  curl ${url}/graphql -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${query}'

`;
}

/** A preset secret may hold anything; what is left of it here means nothing to a shell either. */
const formEncoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

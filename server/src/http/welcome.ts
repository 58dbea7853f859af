import type { FirstStart } from '../provision/first-start.js';

const presetVariable = 'WEIR_BOOTSTRAP_CLIENT_SECRET';

/**
 * The message after the first start: the generated secret, which is shown only here, and commands to try. A preset
 * secret is not shown, because output may be stored in places that its owner does not know of.
 */
export function welcome(url: string, { clientId, generatedSecret, dataSource }: FirstStart): string {
  const introduction =
    generatedSecret === undefined
      ? 'The first Application has every scope:'
      : 'The first Application has every scope. Its secret is shown only now:';
  const shownSecret = generatedSecret ?? `as set in ${presetVariable}`;
  const exportedSecret = generatedSecret ?? `"$${presetVariable}"`;
  const query =
    '{"query":"{ counter(input: {metric: {count: {dataPool: {name: \\"events\\"}}}}) { value } }"}';
  return `
Weir is running. Open ${url} in your browser and sign in.

${introduction}
  client ID      ${clientId}
  client secret  ${shownSecret}
If you lose the secret, npm run replace-secret prints a new one.

Or in a terminal, from token to first event to first metric. The examples of the documentation use the variables:

  export CLIENT_ID=${clientId}
  export CLIENT_SECRET=${exportedSecret}
  export WEBHOOK_URL=${url}/v1/${dataSource.settings.webhookKey}
  export TOKEN=$(curl -s ${url}/oauth2/token -d grant_type=client_credentials -d client_id=$CLIENT_ID --data-urlencode "client_secret=$CLIENT_SECRET" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  curl $WEBHOOK_URL -H 'Content-Type: application/json' -d '[{"hello": "world"}]'

  curl ${url}/graphql -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${query}'

`;
}

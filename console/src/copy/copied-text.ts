/** What is shown, as a request to copy. No text carries a token or a secret: they name environment variables instead. */
export interface CopiedView {
  /** A query of `@weir/client`. */
  readonly document: string;
  readonly variables: { readonly input: object };
  /** The statement that answers it; undefined until it is answered. */
  readonly sql: string | undefined;
}

const indented = (value: unknown, spaces: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** In a here-document, where no character has a meaning. Line breaks of the query are escaped by JSON. */
export const curlText = ({ document, variables }: CopiedView, url: string): string => `\
# Needs the ID and secret of an Application in CLIENT_ID and CLIENT_SECRET.
TOKEN=$(curl -s '${url}oauth2/token' -d grant_type=client_credentials -d "client_id=$CLIENT_ID" \\
  --data-urlencode "client_secret=$CLIENT_SECRET" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s '${url}graphql' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-binary @- <<'JSON'
${JSON.stringify({ query: document, variables }, null, 2)}
JSON
`;

/** The name of a query document in `@weir/client`. */
function documentName(document: string): string {
  const name = /^\s*query (\w+)/.exec(document)?.[1] ?? '';
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}Query`;
}

export function clientText({ document, variables }: CopiedView, url: string): string {
  const name = documentName(document);
  return `\
import { createWeirClient, ${name} } from '@weir/client';

const { CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const weir = createWeirClient({
  url: '${url}',
  credentials: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
});

const answer = await weir.request(${name}, ${indented(variables, 0)});
console.log(JSON.stringify(answer));
`;
}

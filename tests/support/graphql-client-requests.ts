/**
 * The requests of GraphQL clients for one query, recorded. A client with persisted queries sends two, of which this is the
 * second, with the text of the query. tests/compatibility/graphql-clients.test.ts compares them with the clients.
 */
export interface ClientRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** A GET has none. */
  readonly body?: unknown;
  /** Only a GET has them. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export const recordedDocument = 'query top($input: CounterInput!) { counter(input: $input) { value } }';
export const recordedVariables = { input: { metric: { count: { dataPool: { name: 'events' } } } } };

/** Clients with a cache add `__typename`. */
const query =
  'query top($input: CounterInput!) {\n  counter(input: $input) {\n    value\n    __typename\n  }\n}';
const operation = { operationName: 'top', variables: recordedVariables, query };
const parameters = { operationName: 'top', variables: JSON.stringify(recordedVariables), query };
const json = { 'content-type': 'application/json' };

const named = { 'apollographql-client-name': 'dashboards', 'apollographql-client-version': '1.0' };
const apollo3 = { ...json, ...named, accept: '*/*' };
const apollo4 = {
  ...json,
  ...named,
  accept: 'application/graphql-response+json,application/json;q=0.9',
};
const clientLibrary = { name: '@apollo/client', version: '4.3.8' };
const apollo4Post = { headers: apollo4, body: { ...operation, extensions: { clientLibrary } } };
const urql = {
  accept:
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
};
const urqlPost = { headers: { ...urql, ...json }, body: operation };

export const graphqlClientRequests: Readonly<Record<string, ClientRequest>> = {
  'Apollo Client 3': { headers: apollo3, body: operation },
  'Apollo Client 3, GET for queries': { headers: apollo3, parameters },
  'Apollo Client 3, batches': { headers: apollo3, body: [operation] },
  'Apollo Client 3, persisted queries': { headers: apollo3, body: operation },
  'Apollo Client 4': apollo4Post,
  'Apollo Client 4, GET for queries': {
    headers: apollo4,
    parameters: { ...parameters, extensions: JSON.stringify({ clientLibrary }) },
  },
  'Apollo Client 4, batches': { headers: apollo4, body: [{ ...operation, extensions: { clientLibrary } }] },
  'Apollo Client 4, persisted queries by GET': apollo4Post,
  '@urql/core 4': urqlPost,
  '@urql/core 5, as in urql 4': urqlPost,
  '@urql/core 6, as in urql 5': { headers: urql, parameters },
  '@urql/core 6, POST for queries': urqlPost,
  'graphql-request': {
    headers: { ...json, accept: 'application/graphql-response+json, application/json' },
    body: { ...operation, query: recordedDocument },
  },
};

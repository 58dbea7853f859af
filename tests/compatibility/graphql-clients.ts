import { createHash } from 'node:crypto';
import * as apollo3 from 'apollo-client-3/core/index.js';
import { BatchHttpLink as BatchHttpLink3 } from 'apollo-client-3/link/batch-http/index.js';
import { createPersistedQueryLink as persistedQueryLink3 } from 'apollo-client-3/link/persisted-queries/index.js';
import * as apollo4 from 'apollo-client-4';
import { BatchHttpLink as BatchHttpLink4 } from 'apollo-client-4/link/batch-http';
import { PersistedQueryLink as PersistedQueryLink4 } from 'apollo-client-4/link/persisted-queries';
import { GraphQLClient } from 'graphql-request';
import * as urql4 from 'urql-core-4';
import * as urql5 from 'urql-core-5';
import * as urql6 from 'urql-core-6';

type Variables = Record<string, unknown>;

export interface GraphqlClient {
  /** The data; throws when there are errors. */
  query(document: string, variables?: Variables): Promise<unknown>;
  mutate(document: string, variables?: Variables): Promise<unknown>;
}

interface Connection {
  readonly uri: string;
  readonly headers: Record<string, string>;
  readonly fetch: typeof fetch;
}

/** Sent as `apollographql-client-name` and `-version`. */
const clientAwareness = { name: 'dashboards', version: '1.0' };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const apolloClient3 = (link: apollo3.ApolloLink): GraphqlClient => {
  const cache = new apollo3.InMemoryCache();
  const client = new apollo3.ApolloClient({ cache, link, clientAwareness });
  return {
    query: async (document, variables = {}) =>
      (await client.query({ query: apollo3.gql(document), variables })).data,
    mutate: async (document, variables = {}) =>
      (await client.mutate({ mutation: apollo3.gql(document), variables })).data,
  };
};

const apolloClient4 = (link: apollo4.ApolloLink): GraphqlClient => {
  const cache = new apollo4.InMemoryCache();
  const client = new apollo4.ApolloClient({ cache, link, clientAwareness });
  return {
    query: async (document, variables = {}) =>
      (await client.query({ query: apollo4.gql(document), variables })).data,
    mutate: async (document, variables = {}) =>
      (await client.mutate({ mutation: apollo4.gql(document), variables })).data,
  };
};

type Urql = typeof urql4 | typeof urql5 | typeof urql6;

const urqlClient =
  ({ Client, cacheExchange, fetchExchange }: Urql, options: { preferGetMethod?: boolean } = {}) =>
  ({ uri, headers, fetch }: Connection): GraphqlClient => {
    const client = new (Client as typeof urql6.Client)({
      url: uri,
      exchanges: [cacheExchange, fetchExchange] as urql6.Exchange[],
      fetchOptions: { headers },
      fetch,
      ...options,
    });
    const dataOf = ({ data, error }: urql6.OperationResult): unknown => {
      if (error) throw error;
      return data;
    };
    return {
      query: async (document, variables = {}) => dataOf(await client.query(document, variables)),
      mutate: async (document, variables = {}) => dataOf(await client.mutation(document, variables)),
    };
  };

/** Each client as its documentation sets it up, and with the options that change what it sends. */
export const graphqlClients: Readonly<Record<string, (connection: Connection) => GraphqlClient>> = {
  'Apollo Client 3': (connection) => apolloClient3(new apollo3.HttpLink(connection)),
  'Apollo Client 3, GET for queries': (connection) =>
    apolloClient3(new apollo3.HttpLink({ ...connection, useGETForQueries: true })),
  'Apollo Client 3, batches': (connection) => apolloClient3(new BatchHttpLink3(connection)),
  'Apollo Client 3, persisted queries': (connection) =>
    apolloClient3(persistedQueryLink3({ sha256 }).concat(new apollo3.HttpLink(connection))),
  'Apollo Client 4': (connection) => apolloClient4(new apollo4.HttpLink(connection)),
  'Apollo Client 4, GET for queries': (connection) =>
    apolloClient4(new apollo4.HttpLink({ ...connection, useGETForQueries: true })),
  'Apollo Client 4, batches': (connection) => apolloClient4(new BatchHttpLink4(connection)),
  'Apollo Client 4, persisted queries by GET': (connection) =>
    apolloClient4(
      new PersistedQueryLink4({ sha256, useGETForHashedQueries: true }).concat(
        new apollo4.HttpLink(connection),
      ),
    ),
  '@urql/core 4': urqlClient(urql4),
  '@urql/core 5, as in urql 4': urqlClient(urql5),
  '@urql/core 6, as in urql 5': urqlClient(urql6),
  '@urql/core 6, POST for queries': urqlClient(urql6, { preferGetMethod: false }),
  'graphql-request': ({ uri, headers, fetch }) => {
    const client = new GraphQLClient(uri, { headers, fetch });
    return {
      query: (document, variables = {}) => client.request(document, variables),
      mutate: (document, variables = {}) => client.request(document, variables),
    };
  },
};

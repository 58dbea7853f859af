import { about, exchange, type Fetch, failure, type HttpAnswer, isRecord } from './http.js';
import { type GraphqlErrorEntry, WeirError, type WeirErrorCode } from './weir-error.js';

export interface GraphqlRequest {
  readonly url: string;
  readonly fetch: Fetch;
  readonly query: string;
  readonly variables: unknown;
  readonly token: string;
  readonly signal: AbortSignal | undefined;
}

/** Sends one GraphQL request and returns its `data`. Throws on any GraphQL error. */
export async function graphqlRequest(request: GraphqlRequest): Promise<unknown> {
  const answer = await exchange(request.fetch, `${request.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${request.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ query: request.query, variables: request.variables ?? {} }),
    ...(request.signal && { signal: request.signal }),
  });
  const body = isRecord(answer.body) ? answer.body : {};
  const errors = Array.isArray(body['errors']) ? (body['errors'] as GraphqlErrorEntry[]) : [];
  if (errors[0]) throw graphqlFailure(errors[0], errors, answer);
  if (!answer.ok) throw failure(answer);
  if (!isRecord(body['data']))
    throw new WeirError('INVALID_RESPONSE', 'The response is not a GraphQL response', about(answer));
  return body['data'];
}

function graphqlFailure(first: GraphqlErrorEntry, errors: readonly GraphqlErrorEntry[], answer: HttpAnswer) {
  const { code, ...details } = first.extensions ?? {};
  return new WeirError((code as WeirErrorCode | undefined) ?? 'INTERNAL', first.message, {
    ...about(answer),
    errors,
    details,
  });
}

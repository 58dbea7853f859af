import { about, exchange, type Fetch, failure, isRecord } from './http.js';
import { type GraphqlErrorEntry, WeirError, type WeirErrorCode, type WeirErrorFields } from './weir-error.js';

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
  if (!answer.ok && !Array.isArray(body['errors'])) throw failure(answer);
  return responseData(body, about(answer));
}

/** The `data` of a GraphQL response. Throws on any GraphQL error. */
export function responseData(response: unknown, fields: WeirErrorFields = {}): unknown {
  const { data, errors = [] } = (isRecord(response) ? response : {}) as {
    data?: unknown;
    errors?: readonly GraphqlErrorEntry[];
  };
  if (errors[0]) throw graphqlFailure(errors[0], errors, fields);
  if (!isRecord(data))
    throw new WeirError('INVALID_RESPONSE', 'The response is not a GraphQL response', fields);
  return data;
}

function graphqlFailure(
  first: GraphqlErrorEntry,
  errors: readonly GraphqlErrorEntry[],
  fields: WeirErrorFields,
) {
  const { code, ...details } = first.extensions ?? {};
  return new WeirError((code as WeirErrorCode | undefined) ?? 'INTERNAL', first.message, {
    ...fields,
    errors,
    details,
  });
}

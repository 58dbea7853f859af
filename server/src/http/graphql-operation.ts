import type { FastifyRequest } from 'fastify';
import { WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { type JsonOptions, parseJson } from './json-body.js';

/** One operation, as a client sends it in a body, in a batch or in a URL. */
export interface GraphqlOperation {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
  /** Whether it came with GET, which must not change anything. */
  readonly isGet?: boolean;
}

type Map = Readonly<Record<string, unknown>>;

const refuse = (message: string) => new HttpRefusal(400, 'parameters', message);

const isMap = (value: unknown): value is Map =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks the types of the parameters. */
export function readOperation(parameters: unknown): GraphqlOperation {
  if (!isMap(parameters))
    throw refuse('An operation must be a JSON object {query, variables, operationName, extensions}');
  const { query, variables, operationName, extensions } = parameters;
  if (extensions != null && !isMap(extensions)) throw refuse('extensions must be an object');
  if (query == null && extensions?.['persistedQuery'] != null) {
    // Clients recognize this message and this code, and send the text.
    throw new WeirError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
  }
  if (typeof query !== 'string') throw refuse('query must be a string with a GraphQL document');
  if (variables != null && !isMap(variables)) throw refuse('variables must be an object');
  if (operationName != null && typeof operationName !== 'string')
    throw refuse('operationName must be a string');
  return { query, variables, operationName };
}

/** The operation in the URL of a GET request; `variables` and `extensions` are JSON texts. */
export async function operationOfUrl(
  request: FastifyRequest,
  options: JsonOptions,
): Promise<GraphqlOperation> {
  const { variables, extensions, ...others } = request.query as Map;
  const read = async (name: string, text: unknown) =>
    typeof text === 'string' ? await parseJson(request, Buffer.from(text), options, name) : text;
  const parameters = {
    ...others,
    variables: await read('variables', variables),
    extensions: await read('extensions', extensions),
  };
  return { ...readOperation(parameters), isGet: true };
}

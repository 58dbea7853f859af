import type { FastifyRequest } from 'fastify';
import { coerceInputValue, type GraphQLSchema, isInputType } from 'graphql';
import { badRequest } from '../base/errors.js';
import { exportFormats } from '../graphql/export/export-input.js';
import type { ExportInput } from '../graphql/generated/resolver-types.js';
import { givenArguments } from '../graphql/given-arguments.js';
import { type JsonBodyOptions, type JsonOptions, parseJson, readJsonBody } from './json-body.js';

type Fields = Readonly<Record<string, unknown>>;

/** The JSON body of a POST request. */
export async function exportOfBody(
  request: FastifyRequest,
  schema: GraphQLSchema,
  options: JsonBodyOptions,
): Promise<ExportInput> {
  const { value, release } = await readJsonBody(request, options);
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw badRequest('The body must be a JSON object such as {"dataPool": "orders", "format": "csv"}');
    return coerced(value as Fields, schema);
  } finally {
    release();
  }
}

const jsonParameters = new Set(['dataGrid', 'metricReport']);
const booleans: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The parameters of a GET request. Objects are JSON texts. */
export async function exportOfUrl(
  request: FastifyRequest,
  schema: GraphQLSchema,
  options: JsonOptions,
): Promise<ExportInput> {
  const fields: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(request.query as Fields)) {
    if (typeof text !== 'string') throw badRequest(`${name} is given more than once`);
    fields[name] = jsonParameters.has(name)
      ? await parseJson(request, Buffer.from(text), options, name)
      : (booleans[text] ?? text);
  }
  return coerced(fields, schema);
}

/** Checks the fields as GraphQL would check the variables of the same input. */
function coerced({ format, ...fields }: Fields, schema: GraphQLSchema): ExportInput {
  const type = schema.getType('ExportInput');
  if (!isInputType(type)) throw new Error('the schema has no ExportInput');
  const value: unknown = coerceInputValue(
    { ...fields, format: formatOf(format) },
    type,
    (path, _value, error) => {
      throw badRequest(shortened(path.length === 0 ? error.message : `${pathText(path)}: ${error.message}`));
    },
  );
  return givenArguments(value) as ExportInput;
}

/** In small letters here, like the endings of files. */
function formatOf(format: unknown): string {
  const name = typeof format === 'string' ? format.toUpperCase() : undefined;
  const found = exportFormats.find((known) => known === name);
  if (found) return found;
  const given = format === undefined ? 'it is missing' : `it is ${JSON.stringify(format)}`;
  throw badRequest(
    shortened(`format must be one of ${exportFormats.join(', ').toLowerCase()}, but ${given}`),
  );
}

const pathText = (path: readonly (string | number)[]) =>
  path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`))
    .join('');

/** GraphQL quotes wrong values in full. */
const messageCharactersMax = 1_000;

const shortened = (message: string) =>
  message.length > messageCharactersMax ? `${message.slice(0, messageCharactersMax)}…` : message;

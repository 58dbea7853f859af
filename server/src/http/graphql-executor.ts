import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  GraphQLScalarType,
  GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { GraphQLContext } from '../graphql/context.js';
import { depthLimitRule, documentTokensMax, fieldLimitRule } from './graphql-limits.js';

/**
 * Runs GraphQL documents, and compiles those that come again.
 *
 * graphql-jit writes the reading of variables out type by type, and never ends on an input type that
 * contains itself, as the specification's FilterInput does. So variables are read by graphql-js, which
 * every request needs only once, and the compiled document takes them as they are.
 */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

const documentsMax = 1_000;
const documentCharactersMax = 100_000;
const variablesMax = 10_000;
const variablesCharactersMax = 4_000_000;
const variablesCharactersEachMax = 10_000;
/** The first time a document comes it may be the only time: compiling costs more than running it. */
const runsBeforeCompiling = 1;

interface KnownDocument {
  readonly id: number;
  readonly document: DocumentNode;
  readonly errors: readonly GraphQLError[];
  runs: number;
  compiled: CompiledQuery | undefined;
}

const coercedScalar = new GraphQLScalarType({
  name: '_Coerced',
  description: 'A value that has been read already.',
});

export class GraphqlExecutor {
  readonly #schema: GraphQLSchema;
  readonly #compilerSchema: GraphQLSchema;
  readonly #documents = new LRUCache<string, KnownDocument>({ max: documentsMax });
  #documentsKnown = 0;
  readonly #variables = new LRUCache<string, Record<string, unknown>>({
    max: variablesMax,
    maxSize: variablesCharactersMax,
    maxEntrySize: variablesCharactersEachMax,
    sizeCalculation: (_, key) => key.length,
  });

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    const config = schema.toConfig();
    this.#compilerSchema = new GraphQLSchema({ ...config, types: [...config.types, coercedScalar] });
  }

  async run(request: GraphqlRequest, context: GraphQLContext): Promise<ExecutionResult> {
    const known = this.#know(request);
    if (known.errors.length > 0) return { errors: known.errors };
    const operation = getOperationAST(known.document, request.operationName);
    if (!operation)
      return { errors: [new GraphQLError('operationName does not name an operation of the document')] };
    const { coerced, errors } = this.#readVariables(known, operation, request.variables ?? {});
    if (errors) return { errors };
    known.runs += 1;
    if (known.runs > runsBeforeCompiling && !known.compiled) this.#compile(known, request.operationName);
    if (known.compiled) return await known.compiled.query(undefined, context, coerced);
    return await execute({
      schema: this.#schema,
      document: known.document,
      contextValue: context,
      variableValues: request.variables ?? {},
      operationName: request.operationName ?? null,
    });
  }

  /** Dashboards send the same variables again and again: what they were read as is remembered, and never changed. */
  #readVariables(
    { id }: KnownDocument,
    { variableDefinitions = [] }: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
  ): ReturnType<typeof getVariableValues> {
    if (variableDefinitions.length === 0) return { coerced: {} };
    const key = `${id} ${JSON.stringify(variables)}`;
    const found = this.#variables.get(key);
    if (found) return { coerced: found };
    const read = getVariableValues(this.#schema, variableDefinitions, variables);
    if (read.coerced) this.#variables.set(key, read.coerced);
    return read;
  }

  /** Reads and checks a document once; what is wrong with it is remembered with it. */
  #know({ query, operationName }: GraphqlRequest): KnownDocument {
    if (query.length > documentCharactersMax) {
      throw new GraphQLError(`The document has more than ${documentCharactersMax} characters`);
    }
    const key = `${operationName ?? ''}\0${query}`;
    const found = this.#documents.get(key);
    if (found) return found;
    const document = parse(query, { maxTokens: documentTokensMax });
    const errors = validate(this.#schema, document, [...specifiedRules, fieldLimitRule, depthLimitRule]);
    this.#documentsKnown += 1;
    const known: KnownDocument = {
      id: this.#documentsKnown,
      document,
      errors,
      runs: 0,
      compiled: undefined,
    };
    this.#documents.set(key, known);
    return known;
  }

  #compile(known: KnownDocument, operationName: string | null | undefined): void {
    const compiled = compileQuery(
      this.#compilerSchema,
      withCoercedVariables(known.document),
      operationName ?? '',
    );
    if (isCompiledQuery(compiled)) known.compiled = compiled;
    else known.runs = Number.NEGATIVE_INFINITY;
  }
}

/** The same document with variables of the one type that is passed through. */
function withCoercedVariables(document: DocumentNode): DocumentNode {
  return visit(document, {
    VariableDefinition: ({ variable, kind }) => ({
      kind,
      variable,
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedScalar.name } },
    }),
  });
}

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
  OperationTypeNode,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { HttpRefusal } from '../base/http-refusal.js';
import type { GraphQLContext } from '../graphql/context.js';
import { compiledFields } from './compile-cost.js';
import type { GraphqlOperation } from './graphql-operation.js';
import {
  type CompiledOperation,
  type KnownDocument,
  KnownDocuments,
  type KnownOperation,
} from './known-documents.js';
import { readSubscription, type SubscribedQuery } from './read-subscription.js';
import { checkVariables, type VariablesSize } from './variables-limits.js';

const variablesMax = 10_000;
const variablesBytesMax = 16 * 1024 * 1024;
const variablesBytesEachMax = 64 * 1024;
const bytesPerCharacter = 2;
const bytesPerValue = 100;
/** A document may be sent only once, and compiling costs more than running it. */
const runsBeforeCompiling = 1;
/** Compiling blocks the event loop, so larger operations are not compiled. */
const compiledFieldsMax = 300;
const compiledTokensMax = 2_000;

const variablesErrorsMax = 5;

const asEvents =
  'A subscription is answered with server-sent events. Send it alone, with "Accept: text/event-stream".';

/** An operation that can be run. */
export interface PreparedOperation {
  readonly request: GraphqlOperation;
  readonly known: KnownDocument;
  readonly node: OperationDefinitionNode;
  readonly operation: KnownOperation;
  readonly coerced: Readonly<Record<string, unknown>>;
}

/** Why an operation cannot be run. */
export interface Unprepared {
  readonly errors: readonly GraphQLError[];
}

interface KnownVariables {
  readonly coerced: Record<string, unknown>;
  readonly bytes: number;
}

const coercedScalar = new GraphQLScalarType({
  name: '_Coerced',
  description: 'A value that has been coerced already.',
});

/**
 * Runs GraphQL documents, and compiles those that are sent repeatedly.
 *
 * graphql-jit generates code to coerce variables type by type, and never terminates on a recursive input type such as the
 * specification's FilterInput. So graphql-js coerces the variables, once per request, and the compiled document takes
 * them unchanged.
 */
export class GraphqlExecutor {
  readonly #schema: GraphQLSchema;
  readonly #executionSchema: GraphQLSchema;
  readonly #compilerSchema: GraphQLSchema;
  readonly #documents: KnownDocuments;
  readonly #variables = new LRUCache<string, KnownVariables>({
    max: variablesMax,
    maxSize: variablesBytesMax,
    maxEntrySize: variablesBytesEachMax,
    sizeCalculation: ({ bytes }) => bytes,
  });

  /** Documents are validated against the public `schema`, and run on `executionSchema`. */
  constructor(schema: GraphQLSchema, executionSchema = schema) {
    this.#schema = schema;
    this.#executionSchema = executionSchema;
    this.#documents = new KnownDocuments(schema);
    const config = executionSchema.toConfig();
    this.#compilerSchema = new GraphQLSchema({ ...config, types: [...config.types, coercedScalar] });
  }

  async run(request: GraphqlOperation, context: GraphQLContext): Promise<ExecutionResult> {
    const prepared = this.prepare(request);
    return 'errors' in prepared ? prepared : await this.execute(prepared, context);
  }

  /** Reads an operation. Throws, or returns errors, when it cannot be run. */
  prepare(request: GraphqlOperation): PreparedOperation | Unprepared {
    const variables = request.variables ?? {};
    const size = checkVariables(variables);
    const known = this.#documents.read(request.query);
    if (!('document' in known)) return { errors: known };
    const node = getOperationAST(known.document, request.operationName);
    const operation = node && known.operations.get(node);
    if (!operation)
      return { errors: [new GraphQLError('operationName does not match any operation in the document')] };
    if (request.isGet && node.operation === OperationTypeNode.MUTATION)
      throw new HttpRefusal(405, 'changes_by_get', 'GET runs only queries; send mutations with POST');
    const { coerced, errors } = this.#readVariables(operation, node, variables, size);
    return errors ? { errors } : { request, known, node, operation, coerced };
  }

  async execute(
    { request, known, node, operation, coerced }: PreparedOperation,
    context: GraphQLContext,
  ): Promise<ExecutionResult> {
    if (node.operation === OperationTypeNode.SUBSCRIPTION) return { errors: [new GraphQLError(asEvents)] };
    operation.runs += 1;
    if (operation.runs > runsBeforeCompiling && !operation.compiled && !operation.introspects)
      this.#compile(known, operation, node);
    if (operation.compiled) return await operation.compiled.query(undefined, context, coerced);
    return await execute({
      schema: operation.introspects ? this.#schema : this.#executionSchema,
      document: known.document,
      contextValue: context,
      variableValues: request.variables ?? {},
      operationName: request.operationName ?? null,
    });
  }

  /** The query whose answers an operation subscribes to; undefined if the operation is not a subscription. */
  subscribed({ request, known, node, coerced }: PreparedOperation): SubscribedQuery | undefined {
    if (node.operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
    return readSubscription(this.#schema, known, node, request, coerced);
  }

  /** Dashboards send the same variables repeatedly, so coerced variables are cached. They are never modified. */
  #readVariables(
    { id }: KnownOperation,
    { variableDefinitions = [] }: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
    { characters, values }: VariablesSize,
  ): ReturnType<typeof getVariableValues> {
    if (variableDefinitions.length === 0) return { coerced: {} };
    const bytes = characters * bytesPerCharacter + (values + 1) * bytesPerValue;
    const key = bytes > variablesBytesEachMax ? undefined : `${id} ${JSON.stringify(variables)}`;
    const found = key && this.#variables.get(key);
    if (found) return { coerced: found.coerced };
    const read = getVariableValues(this.#schema, variableDefinitions, variables, {
      maxErrors: variablesErrorsMax,
    });
    if (!read.coerced) return read;
    // No prototype: compiled code must not find an inherited property such as "constructor" for a missing variable.
    const coerced = Object.assign(Object.create(null) as Record<string, unknown>, read.coerced);
    if (key) this.#variables.set(key, { coerced, bytes });
    return { coerced };
  }

  #compile(known: KnownDocument, operation: KnownOperation, node: OperationDefinitionNode): void {
    const compiled = this.#compiled(known, node);
    if (compiled) this.#documents.keepCompiled(known, operation, compiled);
    else operation.runs = Number.NEGATIVE_INFINITY;
  }

  #compiled(
    { document, size, fragments }: KnownDocument,
    node: OperationDefinitionNode,
  ): CompiledOperation | undefined {
    // graphql-jit would skip a fragment everywhere when a directive skips it in one place.
    if (size.directives > 0 || size.tokens > compiledTokensMax) return undefined;
    const fields = compiledFields(this.#schema, node, fragments, compiledFieldsMax);
    if (fields > compiledFieldsMax) return undefined;
    const compiled = compileQuery(
      this.#compilerSchema,
      withCoercedVariables(document),
      node.name?.value ?? '',
    );
    return isCompiledQuery(compiled) ? { query: compiled.query, fields } : undefined;
  }
}

/** The same document, with all variables of a type that passes values through. */
function withCoercedVariables(document: DocumentNode): DocumentNode {
  return visit(document, {
    VariableDefinition: ({ variable, kind }) => ({
      kind,
      variable,
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedScalar.name } },
    }),
  });
}

import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  UniqueFragmentNamesRule,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { type DocumentParts, partsOf } from './document-shape.js';
import { checkDocumentText, type DocumentTextSize, documentTokensMax } from './document-text-limits.js';
import { DocumentLimits } from './graphql-limits.js';
import { introspects } from './introspection.js';
import { rowFieldsRule } from './row-fields-rule.js';
import { variablePositionsRule } from './variable-positions-rule.js';

/** A parsed and validated document. */
export interface KnownDocument {
  readonly text: string;
  readonly document: DocumentNode;
  readonly size: DocumentTextSize;
  readonly fragments: DocumentParts['fragments'];
  readonly operations: ReadonlyMap<OperationDefinitionNode, KnownOperation>;
}

export interface KnownOperation {
  readonly id: number;
  /** Introspection runs on the public schema; everything else runs on the execution schema. */
  readonly introspects: boolean;
  runs: number;
  compiled: CompiledOperation | undefined;
}

export interface CompiledOperation {
  readonly query: CompiledQuery['query'];
  readonly fields: number;
}

const knownDocumentsMax = 1_000;
const knownDocumentsBytesMax = 64 * 1024 * 1024;
const fixedBytes = 1_000;
const bytesPerCharacter = 2;
/** Measured: a token, and the tree nodes that refer to it. */
const bytesPerToken = 400;
/** Measured: the code that runs one field, with its closures. */
const bytesPerCompiledField = 2_000;

/** The limits rely on these rules: every spread names one fragment, and there are no cycles. */
const fragmentRules = [
  UniqueFragmentNamesRule,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUnusedFragmentsRule,
];
const replacedRules = [...fragmentRules, VariablesInAllowedPositionRule];
const otherRules = [
  ...specifiedRules.filter((rule) => !replacedRules.includes(rule)),
  variablePositionsRule,
  rowFieldsRule,
];

/** Valid documents by their text. Refused documents are not cached, because they are unlimited and rarely sent again. */
export class KnownDocuments {
  readonly #schema: GraphQLSchema;
  readonly #limits: DocumentLimits;
  readonly #known = new LRUCache<string, KnownDocument>({
    max: knownDocumentsMax,
    maxSize: knownDocumentsBytesMax,
    sizeCalculation: bytesOf,
  });
  #operations = 0;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.#limits = new DocumentLimits(schema);
  }

  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /** Throws when the text is not a document or exceeds a limit; returns the errors that validation finds. */
  read(text: string): KnownDocument | readonly GraphQLError[] {
    const found = this.#known.get(text);
    if (found) return found;
    const size = checkDocumentText(text);
    const document = parse(text, { maxTokens: documentTokensMax });
    const fragmentErrors = validate(this.#schema, document, fragmentRules);
    if (fragmentErrors.length > 0) return fragmentErrors;
    const parts = partsOf(document);
    this.#limits.check(parts);
    const errors = validate(this.#schema, document, otherRules);
    if (errors.length > 0) return errors;
    const operations = new Map(
      parts.operations.map((node) => [node, this.#operation(introspects(node, parts.fragments))]),
    );
    const known = { text, document, size, fragments: parts.fragments, operations };
    this.#known.set(text, known);
    return known;
  }

  /** Stores the compiled operation with its document, which then takes more of the cache. */
  keepCompiled(known: KnownDocument, operation: KnownOperation, compiled: CompiledOperation): void {
    operation.compiled = compiled;
    this.#known.delete(known.text);
    this.#known.set(known.text, known);
  }

  #operation(introspects: boolean): KnownOperation {
    this.#operations += 1;
    return { id: this.#operations, introspects, runs: 0, compiled: undefined };
  }
}

function bytesOf({ text, size, operations }: KnownDocument): number {
  let fields = 0;
  for (const { compiled } of operations.values()) fields += compiled?.fields ?? 0;
  return (
    fixedBytes +
    text.length * bytesPerCharacter +
    size.tokens * bytesPerToken +
    fields * bytesPerCompiledField
  );
}

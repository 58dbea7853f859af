import { type FieldNode, GraphQLError, type GraphQLSchema, type SelectionSetNode } from 'graphql';
import { collectFields, countSelections, type DocumentParts } from './document-shape.js';
import { type IntrospectionSizes, introspectionSizes, itemsOf, typeLists } from './introspection-cost.js';

/**
 * Limits on the selections of a document, each named in its error. They are checked before GraphQL's own rules, some of
 * which compare every field with every other. The document must have no fragment cycles.
 */
const operationsMax = 50;
const fragmentsMax = 100;
const variableDefinitionsMax = 200;
const selectionsMax = 1_000;
const rootFieldsMax = 50;
const selectionDepthMax = 12;
/** Nested pages: the number of items multiplies. */
const nestedPagesMax = 3;
/** Validation compares fields with the same response name pair by pair. */
const comparisonsMax = 10_000;
/** Fields in the response of an introspection query. GraphiQL's own query is estimated at 25,000, and one for everything at 27,000. */
const introspectedFieldsMax = 30_000;

/** A position in an operation. */
interface Place {
  readonly depth: number;
  readonly pages: number;
  /** Undefined outside of introspection. */
  readonly introspection: IntrospectionPlace | undefined;
}

interface IntrospectionPlace {
  /** How often the object occurs in the response. */
  readonly times: number;
  readonly belowTypes: boolean;
  /** Whether it is below a list of fields or types. */
  readonly belowTypeList: boolean;
}

export class DocumentLimits {
  readonly #sizes: IntrospectionSizes;

  constructor(schema: GraphQLSchema) {
    this.#sizes = introspectionSizes(schema);
  }

  /** Throws when the document exceeds a limit. */
  check(parts: DocumentParts): void {
    if (parts.operations.length > operationsMax)
      throw new GraphQLError(`The document has more than ${operationsMax} operations`);
    if (parts.fragments.size > fragmentsMax)
      throw new GraphQLError(`The document has more than ${fragmentsMax} fragments`);
    const variables = parts.operations.flatMap(({ variableDefinitions }) => variableDefinitions ?? []);
    if (variables.length > variableDefinitionsMax)
      throw new GraphQLError(`The document defines more than ${variableDefinitionsMax} variables`);
    if (countSelections(parts) > selectionsMax) {
      throw new GraphQLError(
        `The document selects more than ${selectionsMax} fields and fragments; those of a fragment count each time it is used`,
      );
    }
    const walk = new Walk(parts.fragments, this.#sizes);
    for (const { selectionSet } of parts.operations) walk.operation(selectionSet);
  }
}

class Walk {
  readonly #fragments: DocumentParts['fragments'];
  readonly #sizes: IntrospectionSizes;
  #comparisons = 0;
  #introspectedFields = 0;

  constructor(fragments: DocumentParts['fragments'], sizes: IntrospectionSizes) {
    this.#fragments = fragments;
    this.#sizes = sizes;
  }

  operation(selectionSet: SelectionSetNode): void {
    const rootFields = collectFields([selectionSet], this.#fragments);
    if (rootFields.size > rootFieldsMax)
      throw new GraphQLError(`The operation has more than ${rootFieldsMax} fields at its root`);
    this.#visit(rootFields, { depth: 1, pages: 0, introspection: undefined });
  }

  #visit(byName: ReadonlyMap<string, readonly FieldNode[]>, place: Place): void {
    for (const [name, fields] of byName) {
      this.#compare(name, fields);
      for (const [first, sets] of selectionSetsByField(fields)) {
        const inner = this.#below(first, place);
        if (sets.length > 0) this.#visit(collectFields(sets, this.#fragments), inner);
      }
    }
  }

  #compare(name: string, fields: readonly FieldNode[]): void {
    this.#comparisons += fields.length ** 2;
    if (this.#comparisons > comparisonsMax) {
      throw new GraphQLError(
        `The document selects fields with the same name too often, for example "${name.slice(0, 100)}"; select each field once`,
        { nodes: fields },
      );
    }
  }

  /** The position below a field. */
  #below(field: FieldNode, place: Place): Place {
    const name = field.name.value;
    const refuse = (problem: string) => new GraphQLError(problem, { nodes: field });
    const introspection = this.#introspect(field, place.introspection);
    const depth = introspection ? place.depth : place.depth + 1;
    if (place.depth > selectionDepthMax && !introspection)
      throw refuse(`The operation is nested more than ${selectionDepthMax} levels deep`);
    const pages = place.pages + (name === 'nodes' || name === 'edges' ? 1 : 0);
    if (pages > nestedPagesMax)
      throw refuse(`The operation nests pages more than ${nestedPagesMax} levels deep`);
    return { depth, pages, introspection };
  }

  #introspect(field: FieldNode, around: IntrospectionPlace | undefined): IntrospectionPlace | undefined {
    const name = field.name.value;
    if (!around && name !== '__schema' && name !== '__type') return undefined;
    const { times, belowTypes, belowTypeList } = around ?? {
      times: 1,
      belowTypes: false,
      belowTypeList: false,
    };
    this.#introspectedFields += times;
    if (this.#introspectedFields > introspectedFieldsMax)
      throw new GraphQLError('The introspection query is too large; select fewer fields of the schema', {
        nodes: field,
      });
    if (belowTypeList && typeLists.has(name)) {
      throw new GraphQLError(
        `"${name}" cannot be selected below the type of a field; query that type with __type`,
        {
          nodes: field,
        },
      );
    }
    return {
      times: times * itemsOf(name, belowTypes, this.#sizes),
      belowTypes: belowTypes || name === 'types',
      belowTypeList: belowTypeList || typeLists.has(name),
    };
  }
}

/** Aliases may give one name to different fields. Validation refuses that later; until then each field counts separately. */
function selectionSetsByField(
  fields: readonly FieldNode[],
): Iterable<readonly [FieldNode, readonly SelectionSetNode[]]> {
  const byField = new Map<string, [FieldNode, SelectionSetNode[]]>();
  for (const field of fields) {
    const name = field.name.value;
    const entry = byField.get(name) ?? [field, []];
    if (field.selectionSet) entry[1].push(field.selectionSet);
    byField.set(name, entry);
  }
  return byField.values();
}

import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Choices } from '../choices.js';
import type { FuzzAnswer, Fuzzer } from '../fuzz-case.js';
import { damaged } from '../generate/damage.js';
import { Expressions } from '../generate/expressions.js';
import { ledgerNamed } from '../generate/statements.js';
import { texts } from '../generate/texts.js';
import type { World } from '../world/world.js';
import { statement } from './sql.js';
import { graphqlCase } from './twins.js';

/** Documents made from the service's own schema: any field, any argument, fragments, aliases, variables, directives. */
const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));

/** What the scopes of a tenant reach; an administrator reaches everything. */
const tenantFields =
  /^(environment|counters?|timeSeries|leaderboard|metricReport|topValues|queryInfo|queries|sqlV1|describeSqlV1|dataGrid|recordsByUniqueId|dataPool\w*)$/;
/** The history of others has what they asked, which administrators may see. */
const historyFields = /^quer(?:ies|yInfo)$/;
const allowed = (actor: string, field: string) =>
  actor === 'd' || (actor === 'e' ? !historyFields.test(field) : tenantFields.test(field));

const selectedFieldsMax = 6;

class Documents {
  readonly #choices: Choices;
  readonly #world: World;
  readonly #actor: string;
  readonly #fragments = new Map<string, string>();
  readonly #declared: string[] = [];
  readonly variables: Record<string, unknown> = {};
  #aliases = 0;

  constructor(choices: Choices, world: World, actor: string) {
    this.#choices = choices;
    this.#actor = actor;
    this.#world = world;
  }

  document(operation: 'query' | 'mutation'): string {
    const c = this.#choices;
    const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType();
    if (!root) throw new Error('The schema has no such operation');
    const fields = Object.values(root.getFields());
    const own = fields.filter(({ name }) => allowed(this.#actor, name));
    const selections = c.many(1, 3, () =>
      this.#field(c.pick((c.chance(25) && this.#actor !== 'e') || own.length === 0 ? fields : own), 4),
    );
    if (operation === 'query' && c.chance(15)) selections.push(this.#introspection());
    const body = `{ ${selections.join(' ')} }`;
    const declared = this.#declared.length > 0 ? `(${this.#declared.join(', ')})` : '';
    return [`${operation} Q${declared} ${body}`, ...this.#fragments.values()].join('\n');
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const c = this.#choices;
    const alias = c.chance(15) ? `${this.#alias(field.name)}: ` : '';
    const type = getNamedType(field.type);
    const directive = c.chance(6)
      ? c.pick([' @include(if: true)', ' @skip(if: false)', ' @include(if: false)', ' @skip(if: true)'])
      : '';
    const selection = isCompositeType(type) ? ` ${this.#selection(type, depth - 1)}` : '';
    return `${alias}${field.name}${this.#arguments(field.args)}${directive}${selection}`;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const c = this.#choices;
    if (isAbstractType(type)) {
      const possible = schema.getPossibleTypes(type);
      return `{ __typename ${possible.map((one) => `... on ${one.name} ${this.#selection(one, depth)}`).join(' ')} }`;
    }
    if (!isObjectType(type)) return '{ __typename }';
    const usable = Object.values(type.getFields()).filter((field) => {
      const isLeaf = !isCompositeType(getNamedType(field.type));
      return isLeaf || depth > 0;
    });
    const picked = usable.length === 0 ? [] : c.many(1, selectedFieldsMax, () => c.pick(usable));
    const fields = ['__typename', ...picked.map((field) => this.#distinct(field, depth))].join(' ');
    if (!c.chance(10)) return `{ ${fields} }`;
    const name = `f${this.#fragments.size + 1}`;
    this.#fragments.set(name, '');
    this.#fragments.set(name, `fragment ${name} on ${type.name} { ${fields} }`);
    return `{ ...${name} }`;
  }

  /** The same field twice with other arguments does not merge: an alias keeps most documents valid. */
  #distinct(field: GraphQLField<unknown, unknown>, depth: number): string {
    const text = this.#field(field, depth);
    const isPlain = field.args.length === 0 && !isCompositeType(getNamedType(field.type));
    return isPlain || text.startsWith('z') ? text : `${this.#alias(field.name)}: ${text}`;
  }

  #alias(field: string): string {
    this.#aliases += 1;
    return `z${this.#aliases}_${field}`;
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const c = this.#choices;
    const given = args.filter(({ type, name }) => {
      if (isNonNullType(type)) return true;
      // Both directions at once are refused.
      return !['last', 'before'].includes(name) && c.chance(30);
    });
    if (given.length === 0) return '';
    return `(${given.map((arg) => `${arg.name}: ${this.#given(arg)}`).join(', ')})`;
  }

  #given({ name, type }: GraphQLArgument): string {
    const c = this.#choices;
    const value = this.#value(name, type, 4);
    if (!c.chance(40)) return literal(value);
    const variable = `v${this.#declared.length + 1}`;
    this.#declared.push(`$${variable}: ${String(type)}`);
    this.variables[variable] = plain(value);
    return `$${variable}`;
  }

  #value(name: string, type: GraphQLArgument['type'], depth: number): unknown {
    const c = this.#choices;
    if (isNonNullType(type)) return this.#value(name, type.ofType, depth);
    if (isListType(type)) return c.many(1, 2, () => this.#value(name, type.ofType, depth));
    if (isEnumType(type)) return new EnumValue(c.pick(type.getValues()).name);
    if (isInputObjectType(type)) return this.#object(type, depth);
    return this.#scalar(name, String(type));
  }

  #object(
    type: Extract<GraphQLNamedType, { getFields(): unknown }> & { name: string },
    depth: number,
  ): Record<string, unknown> {
    const c = this.#choices;
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const isOneOf = ['MetricInput', 'DataPoolInput', 'idOrUniqueName', 'TableEngineInput'].includes(
      type.name,
    );
    const chosen = isOneOf
      ? [c.pick(fields)]
      : fields.filter(
          (field) =>
            isNonNullType(field.type) ||
            (depth > 0 && field.name === 'metric') ||
            (depth > 0 && c.chance(20)),
        );
    return Object.fromEntries(
      chosen.map((field) => [field.name, this.#value(field.name, field.type, depth - 1)]),
    );
  }

  #scalar(name: string, type: string): unknown {
    const c = this.#choices;
    const { pools, ids, metrics } = this.#world;
    switch (type) {
      case 'Int':
        return c.pick([10, 1, 100, 0, -1, 2147483647]);
      case 'Boolean':
        return c.chance(50);
      case 'Float':
        return c.pick([0, 0.5, -1e300]);
      case 'DateTime':
        return c.pick([
          '2026-03-01T00:00:00Z',
          '2026-03-02T00:00:00+02:00',
          '1900-01-01T00:00:00Z',
          '275760-09-13T00:00:00Z',
          'yesterday',
        ]);
      case 'ID':
        return c.chance(90)
          ? c.pick([pools.ledger.id, pools.foreign.id, pools.foreign.dataSourceId, ...ids])
          : c.pick(texts);
    }
    if (name === 'query') return statement(c, c.pick(['POSTGRESQL', 'COLUMNSTORE'] as const), this.#world);
    if (name === 'filterSql' || name === 'expression') {
      const expressions = new Expressions(c, 'COLUMNSTORE', ledgerNamed);
      return name === 'expression' ? expressions.aggregate('number', 2) : expressions.of('boolean', 2);
    }
    if (/column|dimension|groupBy|measure/i.test(name)) return c.pick(ledgerNamed).name;
    if (name === 'uniqueName' || name === 'name') {
      return c.pick([
        pools.ledger.name,
        pools.open.name,
        pools.vault.name,
        ...metrics.map((one) => one.name),
        'main',
        'default',
      ]);
    }
    if (name === 'timeZone') return c.pick(['UTC', 'Europe/Berlin', 'Nowhere/Land']);
    if (name === 'uniqueIds') return `r${String(c.below(100)).padStart(4, '0')}`;
    return c.pick(texts);
  }

  #introspection(): string {
    return this.#choices.pick([
      '__typename',
      '__schema { types { name kind fields { name type { name ofType { name } } } } }',
      '__type(name: "DataPool") { fields { name args { name } } }',
      '__schema { directives { name locations args { name } } }',
    ]);
  }
}

class EnumValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function literal(value: unknown): string {
  if (value instanceof EnumValue) return value.name;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, one]) => `${name}: ${literal(one)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}

function plain(value: unknown): unknown {
  if (value instanceof EnumValue) return value.name;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** Documents that are small to send and large to work through. */
function expensive(choices: Choices): string {
  const levels = choices.pick([5, 12, 18, 24, 40]);
  const doubling = () => {
    const rungs = Array.from(
      { length: levels },
      (_, level) =>
        `fragment l${level} on Query { ${level + 1 < levels ? `...l${level + 1} ...l${level + 1}` : '__typename'} }`,
    );
    return `{ ...l0 }\n${rungs.join('\n')}`;
  };
  const crossing = () => {
    const rungs = Array.from(
      { length: levels },
      (_, level) =>
        `fragment l${level} on Environment { ${level + 1 < levels ? `a${level}: id ...l${level + 1} ... { ...l${level + 1} }` : 'id'} }`,
    );
    return `{ environment { ...l0 ...l0 } }\n${rungs.join('\n')}`;
  };
  return choices.weighted([
    [2, doubling],
    [2, crossing],
    [
      1,
      () =>
        `{ ${Array.from({ length: choices.pick([20, 50, 900, 3000]) }, (_, index) => `a${index}: __typename`).join(' ')} }`,
    ],
    [1, () => `{ environment { ${'id '.repeat(choices.pick([10, 900, 9000]))} } }`],
    [1, () => `{ ${'environment { '.repeat(choices.pick([13, 400, 4000]))}id${' }'.repeat(4000)} }`],
    [
      1,
      () =>
        `query (${Array.from({ length: choices.pick([10, 2000]) }, (_, index) => `$a${index}: Int`).join(' ')}) { __typename }`,
    ],
    [
      1,
      () =>
        `{ __type(name: "Query") ${'{ fields { type '.repeat(choices.pick([5, 40]))}{ name }${' } }'.repeat(40)} }`,
    ],
    [1, () => `{ environment ${'@include(if: true) '.repeat(choices.pick([10, 1500]))}{ id } }`],
  ]);
}

export const documentsFuzzer: Fuzzer = {
  name: 'documents',
  acceptedPercentMin: 20,
  generate: (choices, world) => {
    const actor = choices.pick(['a', 'a', 'b', 'c', 'd', 'e'] as const);
    if (choices.chance(6)) return graphqlCase(world, actor, expensive(choices), {});
    const documents = new Documents(choices, world, actor);
    // Tenants may change nothing, whatever they name; `d` and `e` may, and are not let.
    const isMutation = actor !== 'd' && actor !== 'e' && choices.chance(10);
    const document = documents.document(isMutation ? 'mutation' : 'query');
    const text = choices.chance(10) ? damaged(choices, document) : document;
    return graphqlCase(world, actor, text, documents.variables);
  },
  accepted: someData,
};

/** Of several fields some may be refused; what counts is that one was resolved. */
function someData({ status, body }: FuzzAnswer): boolean {
  if (status !== 200) return false;
  const { data } = JSON.parse(body) as { data?: Record<string, unknown> | null };
  return Object.values(data ?? {}).some((value) => value !== null);
}

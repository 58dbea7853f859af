import {
  buildSchema,
  type GraphQLArgument,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { sdl } from './schema.js';

/** One thing that a reader of the documentation can look up. */
interface Entry {
  readonly path: string;
  readonly description: string | null | undefined;
  readonly deprecationReason: string | null | undefined;
  /** The names beside it, of which a replacement must be one. */
  readonly siblings: readonly string[];
}

type Member = Pick<GraphQLArgument, 'name' | 'description' | 'deprecationReason'>;

const schema = buildSchema(sdl);

const entriesOf = (owner: string, members: readonly Member[]): Entry[] =>
  members.map((member) => ({
    path: `${owner}.${member.name}`,
    description: member.description,
    deprecationReason: member.deprecationReason,
    siblings: members.map(({ name }) => name),
  }));

const entries: readonly Entry[] = Object.values(schema.getTypeMap())
  .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
  .flatMap((type) => {
    const self = { path: type.name, description: type.description, deprecationReason: null, siblings: [] };
    if (isEnumType(type)) return [self, ...entriesOf(type.name, type.getValues())];
    if (isInputObjectType(type)) return [self, ...entriesOf(type.name, Object.values(type.getFields()))];
    if (!isObjectType(type) && !isInterfaceType(type)) return [self];
    const fields = Object.values(type.getFields());
    const inFields = fields.flatMap((field) => entriesOf(`${type.name}.${field.name}`, field.args));
    return [self, ...entriesOf(type.name, fields), ...inFields];
  });

const maxDescriptionChars = 300;

describe('the schema documents itself', () => {
  it('describes every type, field, argument, input field and enumeration value', () => {
    expect(entries.length).toBeGreaterThan(800);
    expect(entries.filter((entry) => !entry.description?.trim()).map((entry) => entry.path)).toEqual([]);
  });

  it('describes in whole sentences, and briefly', () => {
    const odd = entries.filter(({ description }) => {
      const text = description ?? '';
      return !text.endsWith('.') || text.length > maxDescriptionChars || /\\|undefined|\[object/.test(text);
    });
    expect(odd.map((entry) => `${entry.path}: ${entry.description}`)).toEqual([]);
  });

  it('names, for everything deprecated, a replacement that is there and not deprecated itself', () => {
    const deprecated = entries.filter((entry) => entry.deprecationReason != null);
    expect(deprecated.length).toBeGreaterThan(40);
    for (const { path, deprecationReason, siblings } of deprecated) {
      const replacement = /^Use `(\w+)`\.$/.exec(deprecationReason ?? '')?.[1];
      expect(siblings, path).toContain(replacement);
      const owner = path.slice(0, path.lastIndexOf('.'));
      const target = entries.find((entry) => entry.path === `${owner}.${replacement}`);
      expect(target?.deprecationReason, path).toBeUndefined();
    }
  });

  it('deprecates every structured filter', () => {
    const structured = entries.filter(
      ({ path }) => /\.(filters|rows)$/.test(path) && !/(Connection|Response|Comparison)\.rows$/.test(path),
    );
    expect(structured.length).toBeGreaterThan(20);
    expect(structured.filter((entry) => entry.deprecationReason == null).map((entry) => entry.path)).toEqual(
      [],
    );
  });
});

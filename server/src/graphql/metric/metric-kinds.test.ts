import {
  buildSchema,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLUnionType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Column, columnTypes } from '../../catalog/column.js';
import { metricKinds, metricTypes } from '../../catalog/metric-kinds.js';
import { metricTerm } from '../../sql/compiler/metric-term.js';
import { loadParsers, type SqlParsers } from '../../sql/compiler/parsers.js';
import { metricReference } from '../query/query-inputs.js';
import { sdl } from '../schema.js';
import { adHocField, aggregationOf } from './metric-input.js';
import { createMetricResolvers } from './resolvers.js';

const schema = buildSchema(sdl);
const names = Object.values(metricKinds).map(({ name }) => name);
const columns = columnTypes.map(
  (type): Column => ({ name: type, type, nullable: false, jsonProperty: type }),
);
let parsers: SqlParsers;

beforeAll(async () => {
  parsers = await loadParsers();
});

it('is what the schema offers: no kind more, none fewer', () => {
  const valuesOf = (type: string) =>
    (schema.getType(type) as GraphQLEnumType).getValues().map(({ name }) => name);
  const settings = (schema.getType('MetricSettings') as GraphQLUnionType).getTypes();
  const adHoc = Object.keys((schema.getType('MetricInput') as GraphQLInputObjectType).getFields());
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect(valuesOf('MetricType')).toEqual(metricTypes);
  expect(settings.map(({ name }) => name)).toEqual(names.map((name) => `${name}MetricSettings`));
  expect(adHoc).toEqual(['id', 'name', ...names.map(adHocField)]);
  expect(mutations.filter((field) => /^create\w+Metric$/.test(field))).toEqual(
    names.map((name) => `create${name}Metric`),
  );
});

describe.each(metricTypes)('a Metric of type %s', (type) => {
  const { name, operand } = metricKinds[type];
  const given =
    operand === null
      ? {}
      : { [operand.field]: operand.field === 'expression' ? 'SUM(INT64)' : { columnName: 'INT64' } };

  it('has resolvers for its mutation and its settings', () => {
    const resolvers = createMetricResolvers({ catalog: {} as never, parsers, boosters: {} as never });
    expect(resolvers.Mutation).toHaveProperty(`create${name}Metric`);
    expect(Object.keys(resolvers[`${name}MetricSettings`] ?? {})).toEqual(operand ? [operand.field] : []);
  });

  it('means the same defined ad hoc and created', () => {
    const input = { [adHocField(name)]: { dataPool: { id: 'DPO' }, ...given } };
    expect(metricReference('metric', input)).toEqual({
      dataPool: { id: 'DPO' },
      aggregation: aggregationOf(type, given),
    });
  });

  it('becomes an expression over exactly the columns that it takes', () => {
    expect(metricTerm(parsers, aggregationOf(type, given), columns)).toBeDefined();
    if (operand === null || operand.field === 'expression') return;
    const taken = columnTypes.filter((columnType) => {
      const over = aggregationOf(type, { [operand.field]: { columnName: columnType } });
      try {
        return metricTerm(parsers, over, columns) !== undefined;
      } catch {
        return false;
      }
    });
    expect(new Set(taken)).toEqual(new Set(operand.columnTypes));
  });
});

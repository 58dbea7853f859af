import { readFileSync } from 'node:fs';
import { metricKinds } from '@weir/client';
import { buildSchema, coerceInputValue, type GraphQLInputType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createMetric } from './create-metric.js';
import { formatDraft } from './format-fields.js';
import { adHocInput, fittingColumns, metricTypes } from './metric-kinds.js';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** The input as the service would read it, or the reason why it would not. */
const read = (input: unknown, type: string) =>
  coerceInputValue(input, schema.getType(type) as GraphQLInputType);

describe.each(metricTypes)('a Metric of type %s', (type) => {
  const draft = {
    type,
    dataPool: 'DPO',
    column: 'price',
    expression: 'SUM(price)',
    uniqueName: 'revenue',
    description: '',
    filterSql: '',
    dimensions: [],
    timestamp: '',
    format: formatDraft(),
  };

  it('is defined ad hoc as the schema has it', () => {
    const { adHoc } = metricKinds[type];
    expect(read(adHocInput(draft), 'MetricInput')).toHaveProperty(adHoc);
  });

  it('is created by its own mutation, as the schema has it', async () => {
    const request = async (document: string, variables: { readonly input: object }) => {
      const [, name] = /^mutation (\w+)\(/.exec(document) ?? [];
      read(variables.input, `${name}Input`);
      return { [`create${name}`]: { metric: { id: 'MET' } } };
    };
    expect(await createMetric({ request } as never, draft)).toEqual({ id: 'MET' });
  });

  it('is offered columns exactly when it is made of one', () => {
    const columns = [{ columnName: 'price', type: 'DOUBLE' as const }];
    const field = metricKinds[type].operand?.field;
    expect(fittingColumns(metricKinds[type], columns)).toEqual(
      field === 'measure' || field === 'dimension' ? columns : [],
    );
  });
});

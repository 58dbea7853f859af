import Fastify from 'fastify';
import { buildSchema, validateSchema } from 'graphql';
import mercurius from 'mercurius';
import { describe, expect, it } from 'vitest';
import { allTopics, liveTopics, schemaOf, type Topic, topicNeeds } from './schema.js';

function withNeeds(topic: Topic): Topic[] {
  return [...new Set([topic, ...topicNeeds(topic).flatMap(withNeeds)])];
}

describe('schemaOf', () => {
  it.each(allTopics)('gives a valid schema of %s and what it needs alone', (topic) => {
    const schema = buildSchema(schemaOf(withNeeds(topic)));
    expect(validateSchema(schema)).toEqual([]);
  });

  it('puts topics in the same order whatever the order of the list', () => {
    expect(schemaOf([...allTopics].reverse())).toBe(schemaOf(allTopics));
  });

  it('refuses a topic without one that it needs, and names both', () => {
    expect(() => schemaOf(['common', 'query', 'data-pool', 'data-source'])).toThrow(
      'Topic query needs metric',
    );
  });

  it('leaves out what is not live', () => {
    const schema = buildSchema(schemaOf(allTopics.filter((topic) => topic !== 'policy' && topic !== 'job')));
    expect(schema.getType('DataPoolAccessPolicy')).toBeUndefined();
    expect(schema.getMutationType()?.getFields()['createDeletionJob']).toBeUndefined();
    expect(schema.getType('DataPool')?.toConfig()).not.toHaveProperty('fields.jobs');
  });

  it('is served by Mercurius with its JIT, defaults of nested inputs included', async () => {
    const app = Fastify();
    const seen: unknown[] = [];
    await app.register(mercurius, {
      schema: schemaOf(allTopics),
      resolvers: {
        Query: {
          topValues: (_: unknown, { input }: { input: unknown }) => {
            seen.push(input);
            return { values: ['a'] };
          },
        },
      },
      jit: 1,
    });
    const request = {
      query: 'query ($input: TopValuesInput!) { topValues(input: $input) { values } }',
      variables: { input: { dataPool: { name: 'orders' }, columnName: 'sku' } },
    };
    for (let round = 0; round < 3; round++) {
      const response = await app.inject({ method: 'POST', url: '/graphql', payload: request });
      expect(response.json()).toEqual({ data: { topValues: { values: ['a'] } } });
    }
    expect(seen).toEqual(
      Array(3).fill({ dataPool: { name: 'orders' }, columnName: 'sku', timeZone: 'UTC', maxValues: 10 }),
    );
    await app.close();
  });
});

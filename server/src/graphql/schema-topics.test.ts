import { buildSchema, validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { allTopics, schemaOf, type Topic, topicNeeds } from './schema.js';

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
});

import { columnRules } from '@weir/client';
import { describe, expect, it } from 'vitest';
import { inferColumns, parseSample } from './infer-columns.js';

const infer = (...events: unknown[]) => inferColumns(parseSample(JSON.stringify(events)));
const typesOf = (event: object) =>
  Object.fromEntries(infer(event).map(({ jsonProperty, type }) => [jsonProperty, type]));

describe('types', () => {
  it('fit the values', () => {
    expect(
      typesOf({
        paid: true,
        count: 3,
        price: 1.5,
        name: 'x',
        day: '2026-01-31',
        when: '2026-01-31T10:00:00+01:00',
        spec: '2026-01-31 10:00:00',
        created_at: 1_767_225_600,
        createdAt: 1_767_225_600_000,
        weight: 1_767_225_600,
        gone: null,
        tags: ['a'],
      }),
    ).toEqual({
      paid: 'BOOLEAN',
      count: 'INT64',
      price: 'DOUBLE',
      name: 'STRING',
      day: 'DATE',
      when: 'TIMESTAMP',
      spec: 'TIMESTAMP',
      created_at: 'TIMESTAMP',
      createdAt: 'TIMESTAMP',
      weight: 'INT64',
      gone: 'STRING',
      tags: 'JSON',
      'tags.0': 'STRING',
    });
  });

  it('fit what the intake takes', () => {
    expect(typesOf({ few: 1e3, many: 1e300 })).toEqual({ few: 'INT64', many: 'DOUBLE' });
  });

  it('fit the values of every event', () => {
    const [v] = infer({ v: 1 }, { v: 1.5 }, {});
    expect(v).toMatchObject({ type: 'DOUBLE', nullable: true });
    expect(infer({ v: 1 }, { v: 'x' })[0]).toMatchObject({ type: 'STRING', nullable: false });
  });
});

describe('numbers of more digits than a parsed one keeps', () => {
  const first = (event: string) => inferColumns(parseSample(event))[0];

  it.each([
    ['9007199254740993', 'INT64'],
    ['-9223372036854775808', 'INT64'],
    ['9223372036854775807', 'INT64'],
    ['9223372036854775808', 'STRING'],
    ['123456789012345678901234567890', 'STRING'],
    ['0.12345678901234567890', 'DOUBLE'],
  ])('%s is shown as it was written, for a column of the type %s', (text, type) => {
    expect(first(`{"v": ${text}}`)).toMatchObject({ type, example: text });
  });

  it('are shown inside of containers too, and nothing is changed within texts', () => {
    expect(first('{"v": [9007199254740993, "9007199254740993 \\" 1", {"k": null}]}')).toMatchObject({
      type: 'JSON',
      example: '[9007199254740993,"9007199254740993 \\" 1",{"k":null}]',
    });
    expect(first('{"v": "9007199254740993"}')).toMatchObject({ type: 'STRING', example: '9007199254740993' });
  });

  it('fit with the others, and may be times', () => {
    expect(first('[{"v": 1.5}, {"v": 9223372036854775808}]')).toMatchObject({ type: 'DOUBLE' });
    expect(first('{"v": 1}\n{"v": 9007199254740993}')).toMatchObject({ type: 'INT64' });
    expect(first('{"created_at": 1767225600123456789}')).toMatchObject({ type: 'TIMESTAMP' });
  });
});

describe('nested keys', () => {
  it('are offered as paths; containers and items start out unchosen', () => {
    const columns = infer({ user: { id: 7, plan: { name: 'pro' } }, items: [{ sku: 'a' }] });
    expect(columns.map(({ jsonProperty, name, chosen }) => [jsonProperty, name, chosen])).toEqual([
      ['user', 'user', false],
      ['user.id', 'user_id', true],
      ['user.plan', 'user_plan', false],
      ['user.plan.name', 'user_plan_name', true],
      ['items', 'items', false],
      ['items.0', 'items_0', false],
      ['items.0.sku', 'items_0_sku', false],
    ]);
  });

  it('become legal names, each once', () => {
    const columns = infer({ 'a.b': 1, a: { b: 2 }, '2x': 1, _service_x: 1, 'order id!': 1 });
    expect(columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['_2x', 'a', 'event_service_x', 'order_id_']),
    );
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  });

  it('become names that the service takes, however long the keys', () => {
    const { namePattern, nameCharactersMax } = columnRules;
    const long = 'k'.repeat(nameCharactersMax);
    const names = infer({ [`${long}1`]: 1, [`${long}2`]: 2, 'é è': 3, $: 4 }).map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    for (const name of names) {
      expect(name).toMatch(new RegExp(namePattern, 'v'));
      expect(name.length).toBeLessThanOrEqual(nameCharactersMax);
    }
  });
});

describe('samples', () => {
  it('are one object, an array, or one object a line', () => {
    expect(parseSample('{"a":1}')).toHaveLength(1);
    expect(parseSample('[{"a":1},{"a":2}]')).toHaveLength(2);
    expect(parseSample('{"a":1}\n{"a":2}\n')).toHaveLength(2);
  });

  it.each(['', '[]', '7', '["x"]', '{"a":', '{"a":1}\nnope'])('%j is refused with a reason', (text) => {
    expect(() => parseSample(text)).toThrow();
  });
});

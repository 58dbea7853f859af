import { columnRules } from '@weir/client';
import { describe, expect, it } from 'vitest';
import { inferColumns, inferredColumnsMax } from './infer-columns.js';
import { parseSample } from './sample.js';

const inferText = (text: string) => inferColumns(parseSample(text)).columns;
const infer = (...events: unknown[]) => inferText(JSON.stringify(events));
const typesOf = (event: object) =>
  Object.fromEntries(infer(event).map(({ jsonProperty, type }) => [jsonProperty, type]));

describe('types', () => {
  it('fit the values', () => {
    expect(
      typesOf({
        paid: true,
        count: 3,
        price: 1.5,
        weight: 1.5,
        name: 'x',
        day: '2026-01-31',
        when: '2026-01-31T10:00:00+01:00',
        spec: '2026-01-31 10:00:00',
        created_at: 1_767_225_600,
        createdAt: 1_767_225_600_000,
        mass: 1_767_225_600,
        gone: null,
        tags: ['a'],
      }),
    ).toEqual({
      paid: 'BOOLEAN',
      count: 'INT64',
      price: 'DECIMAL',
      weight: 'DOUBLE',
      name: 'STRING',
      day: 'DATE',
      when: 'TIMESTAMP',
      spec: 'TIMESTAMP',
      created_at: 'TIMESTAMP',
      createdAt: 'TIMESTAMP',
      mass: 'INT64',
      gone: 'STRING',
      tags: 'JSON',
      'tags.0': 'STRING',
    });
  });

  it.each([
    ['price', [184.2, 10], 2],
    ['totalPrice', [0.0125], 4],
    ['unit_price', ['184.20', '1'], 2],
    ['order-total', [-1.5], 2],
    ['taxes', ['0.5', 0.25], 2],
  ])('are exact for amounts of money: %s of %j has %i decimals', (key, values, scale) => {
    const events = values.map((value) => ({ [key]: value }));
    expect(infer(...events)[0]).toMatchObject({ type: 'DECIMAL', precision: 18, scale });
  });

  it.each([
    ['price', [184, 10], 'INT64'],
    ['price', [0.30000000000000004], 'DOUBLE'],
    ['price', ['1.50 EUR'], 'STRING'],
    ['price', [1e15 + 0.5], 'DOUBLE'],
    ['pricey', [1.5], 'DOUBLE'],
    ['capitals', [1.5], 'DOUBLE'],
    ['ratio', [0.25], 'DOUBLE'],
  ])('are others where they may be something else: %s of %j is %s', (key, values, type) => {
    expect(infer(...values.map((value) => ({ [key]: value })))[0]).toMatchObject({ type });
  });

  it('fit what the intake takes', () => {
    expect(typesOf({ few: 1e3, many: 1e300 })).toEqual({ few: 'INT64', many: 'DOUBLE' });
  });

  it('fit the values of every event', () => {
    const [v] = infer({ v: 1 }, { v: 1.5 }, {});
    expect(v).toMatchObject({ type: 'DOUBLE', missing: 1 });
    expect(infer({ v: 1 }, { v: 'x' })[0]).toMatchObject({ type: 'STRING', missing: 0 });
  });

  it.each([
    ['whole and fractional numbers', [1, 1.5], 'DOUBLE'],
    ['numbers and texts', [1, 'x'], 'STRING'],
    ['booleans and texts', [true, 'yes'], 'STRING'],
    ['booleans and numbers', [true, 1], 'STRING'],
    ['numbers and an object', [1, { a: 1 }], 'JSON'],
    ['texts and an array', ['x', ['y']], 'JSON'],
    ['dates and times', ['2026-01-31', '2026-01-31T10:00:00Z'], 'TIMESTAMP'],
    ['times and another text', ['2026-01-31T10:00:00Z', 'soon'], 'STRING'],
    ['values and nulls', [null, 3, null], 'INT64'],
    ['nothing but nulls', [null, null], 'STRING'],
    ['an integer and one that no integer type holds', [1, '@9223372036854775808'], 'STRING'],
  ])('of %s', (_what, values, type) => {
    const text = JSON.stringify(values.map((v) => ({ v }))).replace(/"@(\d+)"/, '$1');
    expect(inferText(text)[0]).toMatchObject({ type });
  });

  it('of a column without a value leave it out of no event', () => {
    expect(infer({ v: null }, {})[0]).toMatchObject({
      chosen: true,
      missing: 2,
      example: 'null',
      values: [],
    });
  });

  it.each([
    ['2026-01-31T10:00:00Z', 'TIMESTAMP'],
    ['2026-01-31t10:00:00z', 'TIMESTAMP'],
    ['2026-01-31T10:00', 'TIMESTAMP'],
    ['2026-01-31 10:00:00.123456', 'TIMESTAMP'],
    ['2026-01-31 10:00:00,5', 'TIMESTAMP'],
    ['2026-01-31T10:00:00+01', 'TIMESTAMP'],
    ['2026-01-31T10:00:00-0530', 'TIMESTAMP'],
    ['2026-01-31', 'DATE'],
    // The intake refuses these as times.
    ['2026-01-31 10:00:00 +01:00', 'STRING'],
    ['2026-02-30', 'STRING'],
    ['2026-01-31T24:00:00Z', 'STRING'],
    ['2026-13-01T10:00:00Z', 'STRING'],
    ['0001-01-01T00:00:00Z', 'STRING'],
    ['31.01.2026', 'STRING'],
    ['01/31/2026 10:00', 'STRING'],
    ['Sat, 31 Jan 2026 10:00:00 GMT', 'STRING'],
    ['20260131', 'STRING'],
  ])('of the text %s', (v, type) => {
    expect(typesOf({ v })).toEqual({ v: type });
  });

  it.each([
    ['created_at', 1_767_225_600],
    ['created_at', 1_767_225_600.5],
    ['createdAt', 1_767_225_600_000],
    ['ts', 1_767_225_600_000_000],
    ['Timestamp', 1_767_225_600],
    ['event_time', '1767225600'],
    ['eventDate', '1767225600000'],
  ])('of a number since 1970 whose key says so: %s, %s', (key, value) => {
    expect(typesOf({ [key]: value })).toEqual({ [key]: 'TIMESTAMP' });
  });

  it.each([
    ['format', 1_767_225_600, 'INT64'],
    ['weight', 1_767_225_600, 'INT64'],
    ['created_at', 20_260_131, 'INT64'],
    ['created_at', '20260131', 'STRING'],
    ['lat', 1_767_225_600, 'INT64'],
  ])('of a number that is no time: %s, %s', (key, value, type) => {
    expect(typesOf({ [key]: value })).toEqual({ [key]: type });
  });
});

describe('numbers of more digits than a parsed one keeps', () => {
  const first = (event: string) => inferText(event)[0];

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

describe('keys', () => {
  it('that differ only by case become different columns, each with its own path', () => {
    expect(infer({ Id: 1, id: 'x', ID: true }).map(({ name, jsonProperty }) => [name, jsonProperty])).toEqual(
      [
        ['Id', 'Id'],
        ['id_2', 'id'],
        ['ID_3', 'ID'],
      ],
    );
  });

  it('that no path can name are not chosen', () => {
    const long = 'k'.repeat(columnRules.jsonPropertyCharactersMax + 1);
    expect(infer({ '$headers.x-a': 1, [long]: 2, plain: 3 }).map(({ chosen }) => chosen)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('that are empty are left out', () => {
    expect(infer({ '': 1, a: 2 }).map(({ name }) => name)).toEqual(['a']);
  });

  it('of many levels become columns down to the sixth', () => {
    const [deepest] = infer({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }).slice(-1);
    expect(deepest).toMatchObject({ jsonProperty: 'a.b.c.d.e.f', type: 'JSON', chosen: false });
  });

  it('of an array are its first items, which are not chosen', () => {
    expect(infer({ v: [1, 2, 3, 4, 5] }).map(({ jsonProperty, chosen }) => [jsonProperty, chosen])).toEqual([
      ['v', false],
      ['v.0', false],
      ['v.1', false],
      ['v.2', false],
    ]);
  });

  it('become columns up to a limit, and the others are counted', () => {
    const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
    const inference = (count: number) => inferColumns(parseSample(JSON.stringify(wide(count))));
    expect(inference(inferredColumnsMax)).toMatchObject({ omitted: 0 });
    const { columns, omitted } = inference(inferredColumnsMax + 30);
    expect([columns.length, omitted]).toEqual([200, 30]);
  });
});

import type { Choices } from '../choices.js';
import type { Fuzzer, FuzzRequest } from '../fuzz-case.js';
import { texts } from '../generate/texts.js';
import type { World } from '../world/world.js';

/** Token requests in every shape: right and wrong fields, encodings, content types, Basic headers, policy values. */
const policyValues: readonly string[] = [
  '{"tenant":"x"}',
  '{}',
  '{"tenant":5,"b":true}',
  '{"tenant":"a","tenant":"b"}',
  '{"tenant":null}',
  '{"tenant":{"a":1}}',
  '[1]',
  '"x"',
  '{"__proto__":"x","constructor":"y"}',
  '{"n":1e400}',
  '{"n":12345678901234567890}',
  `{"t":"${'x'.repeat(4_000)}"}`,
  `{"t":"${'x'.repeat(5_000)}"}`,
  `${'['.repeat(3_000)}`,
  '{"tenant":"\\ud800"}',
];

const wrongValues: readonly unknown[] = [5, 0, -1.5, true, null, [], ['x'], {}, { a: 1 }];

type Fields = [string, unknown][];

function fieldsOf(choices: Choices, { actors }: World): Fields {
  const { clientId, clientSecret } = actors[choices.pick(['a', 'c', 'd'] as const)];
  const fields: Fields = [
    [
      'grant_type',
      choices.chance(8)
        ? choices.pick(['password', '', 'client_credentials ', 5, null, ['client_credentials']])
        : 'client_credentials',
    ],
    [
      'client_id',
      choices.chance(12) ? choices.pick([...texts, 'APP00000000000000000000000000', 7, {}]) : clientId,
    ],
    ['client_secret', choices.chance(12) ? choices.pick([...texts, 0, true, [clientSecret]]) : clientSecret],
  ];
  if (choices.chance(40))
    fields.push([
      'scope',
      choices.chance(60)
        ? choices.pick(['metric:query', 'data_pool:query metric:stats', ''])
        : choices.pick([...texts, 'admin', 3]),
    ]);
  if (choices.chance(50))
    fields.push([
      'policy_values',
      choices.chance(85) ? choices.pick(policyValues) : choices.pick([...texts, 4, { tenant: 'x' }]),
    ]);
  if (choices.chance(8)) fields.push(choices.pick(fields));
  if (choices.chance(8)) fields.splice(choices.below(fields.length), 1);
  return fields;
}

const form = (fields: Fields) =>
  fields.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');

const contentTypes = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
];

/** Header values may only hold Latin-1 without controls; the rest would not leave this process. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

export const tokensFuzzer: Fuzzer = {
  name: 'tokens',
  acceptedPercentMin: 15,
  generate: (choices, world) => {
    const fields = fieldsOf(choices, world);
    const wrongType = (): Fields =>
      fields.map(([name, value]) => [name, choices.chance(25) ? choices.pick(wrongValues) : value]);
    const [type, body] = choices.weighted<readonly [string, string]>([
      [8, () => [contentTypes[0] ?? '', form(fields)]],
      [2, () => ['application/json', JSON.stringify(Object.fromEntries(fields))]],
      [2, () => ['application/json', JSON.stringify(Object.fromEntries(wrongType()))]],
      [2, () => [choices.pick(contentTypes), form(fields)]],
      [
        1,
        () => [
          'application/json',
          choices.pick(['null', '5', '[]', '"x"', '{', `${'['.repeat(9_000)}`, '{"grant_type":{"a":1}}']),
        ],
      ],
      [
        1,
        () => [
          contentTypes[0] ?? '',
          choices.pick([
            '%',
            '&&&=',
            'a=%ff%fe',
            'grant_type',
            `a=${'x'.repeat(20_000)}`,
            'grant_type[]=x&__proto__=y',
          ]),
        ],
      ],
    ]);
    const { clientId, clientSecret } = world.actors.a;
    const basic = () =>
      `Basic ${Buffer.from(choices.pick([`${clientId}:${clientSecret}`, `${clientId}:wrong`, ':', clientId, '\0:\0'])).toString('base64')}`;
    const headers: Record<string, string> = {
      // Each guess comes from another address: the throttle of one must not refuse all the others.
      'x-forwarded-for': `10.${choices.below(256)}.${choices.below(256)}.${choices.below(256)}`,
      ...(type === '' ? {} : { 'content-type': type }),
      ...(choices.chance(20)
        ? {
            authorization: choices.chance(60)
              ? basic()
              : headerText(choices.pick([...texts, 'Basic', 'Basic !!!', 'Bearer x'])),
          }
        : {}),
    };
    const method = choices.chance(4) ? choices.pick(['PUT', 'DELETE', 'PATCH']) : 'POST';
    const request: FuzzRequest = { method, path: '/oauth2/token', headers, body };
    // An answer may say which field is wrong, but never repeats a secret that was sent.
    return { actor: 'nobody', request };
  },
  accepted: ({ status }) => status === 200,
};

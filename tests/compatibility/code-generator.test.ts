/** GraphQL Code Generator reads the schema from the running service and generates what client code imports. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '@graphql-codegen/cli';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnService, startService, token } from '../support/service.js';

let service: OwnService;
const directory = mkdtempSync(join(tmpdir(), 'weir-code-generator-'));
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.discard();
  rmSync(directory, { recursive: true });
});

it.each(['POST', 'GET'])('generates types from the URL, with a token, by %s', async (method) => {
  const { body } = await token(service, { scope: 'metric:query' });
  const document = join(directory, 'revenue.graphql');
  writeFileSync(document, 'query revenue($input: CounterInput!) { counter(input: $input) { value } }');
  const files: { filename: string; content: string }[] = await generate(
    {
      schema: {
        [`${service.url}/graphql`]: { headers: { authorization: `Bearer ${body['access_token']}` }, method },
      },
      documents: document,
      generates: {
        [`${directory}/${method}/`]: { preset: 'client' },
        [`${directory}/${method}.ts`]: { plugins: ['typescript'] },
      },
      silent: true,
      // Finds its plugins here, not in the packages that build Weir.
      cwd: import.meta.dirname,
    },
    true,
  );
  const generated = (name: string) => files.find(({ filename }) => filename.endsWith(name))?.content ?? '';
  expect(generated('graphql.ts')).toContain('export type RevenueQueryVariables');
  const types = Object.keys(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap());
  const exported = [...generated(`${method}.ts`).matchAll(/^export (?:type|enum) (\w+)/gm)].map(
    ([, name]) => name,
  );
  const expected = types.filter((name) => /Metric|Counter|Input$/.test(name) && !name.startsWith('__'));
  expect(exported.map((name = '') => name.toLowerCase())).toEqual(
    expect.arrayContaining(expected.map((name) => name.toLowerCase())),
  );
});

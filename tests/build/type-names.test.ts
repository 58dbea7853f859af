import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const exported = /^export (?:type|interface) (\w+)/gm;

test('no two exported types share a name: one word stands for one thing', () => {
  const files = execFileSync('git', ['ls-files', 'server/src', 'client/src', 'console/src'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(exported))
      places.set(name, [...(places.get(name) ?? []), file]);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
  expect(places.size).toBeGreaterThan(500);
});

/**
 * Text that others wrote (SQL, messages of the engine, headers, names, dates) meets regular expressions on the thread
 * that answers everybody. Each literal must match in linear time, or say here why its input is short or trusted.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isLong } from '../support/extent.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['server/src', 'client/src', 'console/src'];
const isChecked = (file: string) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/generated\//.test(file);

/** By file and source, with the reason that it cannot hold up anybody. */
const allowed = new Map([
  [
    'server/src/sql/columnstore/parse/lexer.ts /(?:\\s|--[^\\n]*|\\/\\*[\\s\\S]*?\\*\\/)+/y',
    'sticky, and nothing follows the repetition: it has no reason to backtrack',
  ],
  [
    'server/src/sql/postgres/literal.ts /"(?:[^"\\\\]|\\\\.)*"\\s*(:?)/g',
    'only text that JSON.parse has accepted, in which every quote is closed',
  ],
  ['server/src/sql/term/check-printed.ts /`(?:[^`\\\\]|\\\\[\\s\\S])*`/', 'printed by Weir, quotes closed'],
  ["server/src/sql/term/check-printed.ts /'(?:[^'\\\\]|\\\\[\\s\\S])*'/", 'printed by Weir, quotes closed'],
  [
    'server/src/sql/cell.ts /(\\.\\d{3})(?:(\\d{3})\\d*)?0*$/',
    'a time as the engine writes it, of 29 characters',
  ],
  ['server/src/sql/cell.ts /0+$/', 'the fraction of such a time'],
  ['server/src/sql/cell.ts /\\.?0+$/', 'a decimal as the engine writes it, of 78 characters'],
  ['client/src/client.ts /\\/+$/', 'the address that the program itself gives its client'],
  [
    'console/src/pages/sources/sample.ts /"(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.eE+-]*/g',
    'a sample that a person pastes into their own browser',
  ],
]);

/** Less than its defaults, which take twice as long and find the same. */
const effort = {
  timeout: 20_000,
  skipRecall: true,
  incubationLimit: 5_000,
  attackLimit: 5_000,
  seedingLimit: 200,
  mutationSize: 5,
  maxGeneStringSize: 400,
};

interface Literal {
  readonly name: string;
  readonly source: string;
  readonly flags: string;
}

function literalsOf(file: string): Literal[] {
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({
        name: `${file} ${node.text}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

const textOf = ({ source, flags }: Literal) => `/${source}/${flags}`;

/** Those that the long suite has found to be linear, of which each takes up to a second. `npm test` checks only others. */
const checkedFile = join(root, 'tests/hostile/linear-expressions.txt');
const checked = new Set(existsSync(checkedFile) ? readFileSync(checkedFile, 'utf8').split('\n') : []);

/** A sticky one is tried at one place only, which the checker does not know. */
function problemOf({ source, flags }: Literal): string | null {
  const [checked, otherFlags] = flags.includes('y')
    ? [`^(?:${source})`, flags.replace('y', '')]
    : [source, flags];
  const result = checkSync(checked, otherFlags, effort);
  if (result.status === 'safe') return null;
  return result.status === 'vulnerable' ? result.complexity.summary : `not checked: ${result.error.kind}`;
}

const literals = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter(isChecked)
    .flatMap(literalsOf),
);

// The checker's own JavaScript: the same everywhere, with or without Java.
beforeAll(() => void vi.stubEnv('RECHECK_BACKEND', 'pure'));

describe('regular expressions', () => {
  it('are found', () => {
    expect(literals.length).toBeGreaterThan(150);
  });

  it('match in linear time, except those with a reason not to', async () => {
    // What repeats nothing looks at each character a fixed number of times.
    const repeating = literals.filter(({ name, source }) => /[*+{]/.test(source) && !allowed.has(name));
    const problems = repeating.flatMap((literal) => {
      if (!isLong && checked.has(textOf(literal))) return [];
      const problem = problemOf(literal);
      return problem === null ? [] : [`${literal.name}: ${problem}`];
    });
    expect(problems).toEqual([]);
    const linear = [...new Set(repeating.map(textOf))].sort();
    if (isLong) await expect(`${linear.join('\n')}\n`).toMatchFileSnapshot(checkedFile);
  }, 600_000);

  it('that are excepted still exist', () => {
    const names = new Set(literals.map(({ name }) => name));
    expect([...allowed.keys()].filter((name) => !names.has(name))).toEqual([]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';

interface Step {
  readonly title: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly stamp: string;
  readonly run: () => void;
}

const { buildStep } = (await import(new URL('../../scripts/build-step.mjs', import.meta.url).href)) as {
  buildStep(step: Step): void;
};

describe('a step of the build', () => {
  let directory: string;
  let runs: number;
  let log: MockInstance;
  const file = (name: string) => join(directory, name);
  const step = (run = () => writeFileSync(file('out.js'), 'built')) =>
    buildStep({
      title: 'Building',
      inputs: [file('src'), file('config.json')],
      outputs: [file('out.js')],
      stamp: file('cache/step'),
      run: () => {
        runs += 1;
        run();
      },
    });

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'weir-build-'));
    runs = 0;
    log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    mkdirSync(file('src/inner'), { recursive: true });
    writeFileSync(file('src/a.ts'), 'a');
    writeFileSync(file('src/inner/b.ts'), 'b');
    writeFileSync(file('config.json'), '{}');
    step();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(directory, { recursive: true });
  });

  it('says what it does when it does it, and nothing otherwise', () => {
    const said = log.mock.calls;
    expect(said).toEqual([['Building …']]);
    step();
    expect(said).toHaveLength(1);
  });

  it('runs once while nothing changes', () => {
    writeFileSync(file('src/a.ts'), 'a');
    mkdirSync(file('src/dist'));
    writeFileSync(file('src/dist/a.js'), 'built');
    step();
    expect(runs).toBe(1);
  });

  it.each<[string, () => void]>([
    ['an input has other content', () => writeFileSync(file('src/inner/b.ts'), 'c')],
    ['an input is new', () => writeFileSync(file('src/inner/c.ts'), '')],
    ['an input is gone', () => rmSync(file('src/a.ts'))],
    ['an output is gone', () => rmSync(file('out.js'))],
  ])('runs again when %s', (_what, change) => {
    change();
    step();
    step();
    expect(runs).toBe(2);
  });

  it('runs again after it failed, though its inputs are as they were at its last success', () => {
    writeFileSync(file('src/a.ts'), 'broken');
    expect(() =>
      step(() => {
        throw new Error('does not compile');
      }),
    ).toThrow('does not compile');
    writeFileSync(file('src/a.ts'), 'a');
    step();
    expect(runs).toBe(3);
  });
});

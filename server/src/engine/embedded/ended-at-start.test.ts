import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { StartProblem } from '../../base/start-problem.js';
import { type HostEvent, startEmbeddedHost } from './embedded-host.js';
import { endedAtStart } from './ended-at-start.js';

const chdbMessage =
  'chdb: no native binding for linux-arm64. Expected optional dependency @chdb/lib-linux-arm64-gnu. Tried: @chdb/lib-linux-arm64-gnu (not installed); local build/Release/chdb_node.node (MODULE_NOT_FOUND)';

it('a platform without an engine library is one line that names it and the way out', () => {
  // As Node prints an error that nobody caught: the line of the source that threw it, then the error.
  const lastOutput = `loader.js:69
    throw new errors_1.ChdbPlatformUnsupportedError(\`chdb: no native binding for \${key}. \${hint}\`);
    ^

ChdbPlatformUnsupportedError: ${chdbMessage}
    at loadNative (loader.js:69:11)
`;
  const error = endedAtStart('1', lastOutput);
  expect(error).toBeInstanceOf(StartProblem);
  expect(error.message).toMatch(
    /^There is no embedded engine for linux-arm64: .* Set WEIR_CLICKHOUSE_URL to the URL of a ClickHouse server/,
  );
  expect(error.message).not.toContain('\n');
});

it('any other end is told with its last words', () => {
  const error = endedAtStart('SIGSEGV', '  Cannot lock file\n');
  expect(error).not.toBeInstanceOf(StartProblem);
  expect(error.message).toBe('The embedded engine exited during startup (SIGSEGV): Cannot lock file');
});

describe('an engine process', () => {
  const directories: string[] = [];
  afterEach(() => {
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
  });

  function startWith(script: string) {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'weir-host-'));
    directories.push(dataDirectory);
    const hostEntry = join(dataDirectory, 'host.mjs');
    writeFileSync(hostEntry, script);
    const events: HostEvent[] = [];
    const started = startEmbeddedHost({
      dataDirectory,
      memoryBytesMax: 2 ** 30,
      hostEntry,
      onEvent: (event) => events.push(event),
    });
    return { started, events };
  }
  /** Dies so many times, then is ready. */
  const crashing = (times: number) => `
    import { appendFileSync, readFileSync } from 'node:fs';
    const starts = import.meta.filename + '.starts';
    appendFileSync(starts, 'x');
    if (readFileSync(starts).length <= ${times}) process.kill(process.pid, 'SIGKILL');
    process.send('ready');
  `;

  it('that finds no library ends the start with that line', async () => {
    const { started, events } = startWith(`throw new Error(${JSON.stringify(chdbMessage)});`);
    await expect(started).rejects.toThrow(StartProblem);
    expect(events.filter(({ type }) => type === 'ended')).toEqual([]);
  });

  it('that crashes is started again', async () => {
    const { started, events } = startWith(crashing(2));
    await (await started).close();
    expect(events.map(({ type }) => type)).toEqual(['ended', 'ended', 'ready']);
  });

  it('that goes on crashing ends the start', async () => {
    const { started } = startWith(crashing(3));
    await expect(started).rejects.toThrow('The embedded engine exited during startup (SIGKILL)');
  });
});

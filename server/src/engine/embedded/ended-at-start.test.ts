import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StartProblem } from '../../base/start-problem.js';
import { startEmbeddedHost } from './embedded-host.js';
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

it('an engine process that finds no library ends the start with that line', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weir-host-'));
  const hostEntry = join(dataDirectory, 'host.mjs');
  writeFileSync(hostEntry, `throw new Error(${JSON.stringify(chdbMessage)});`);
  await expect(
    startEmbeddedHost({ dataDirectory, memoryBytesMax: 2 ** 30, hostEntry, onEvent: () => undefined }),
  ).rejects.toThrow(StartProblem);
  rmSync(dataDirectory, { recursive: true });
});

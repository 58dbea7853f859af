import { StartProblem } from '../../base/start-problem.js';

/** chDB's message when npm has installed no engine library for the platform. */
const noLibraryPattern = /chdb: no native binding for ([\w-]+)\./;

/** Explains why the engine's process ended before it was ready, from its last output. */
export function endedAtStart(ending: string, lastOutput: string): Error {
  const [, platform] = noLibraryPattern.exec(lastOutput) ?? [];
  if (platform === undefined)
    return new Error(`The embedded engine exited during startup (${ending}): ${lastOutput.trim()}`);
  return new StartProblem(
    `There is no embedded engine for ${platform}: chDB's library for it is not installed. Set WEIR_CLICKHOUSE_URL to the URL of a ClickHouse server, such as http://user:password@host:8123; on Linux x64 with glibc, run "npm ci" without --omit=optional`,
  );
}

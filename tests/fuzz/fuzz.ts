import type { Fuzzer } from './fuzz-case.js';
import { cursorsFuzzer } from './fuzzers/cursors.js';
import { documentsFuzzer } from './fuzzers/documents.js';
import { exportsFuzzer } from './fuzzers/exports.js';
import { filtersFuzzer } from './fuzzers/filters.js';
import { linksFuzzer } from './fuzzers/links.js';
import { liveFuzzer } from './fuzzers/live.js';
import { loadsFuzzer } from './fuzzers/loads.js';
import { sqlFuzzer } from './fuzzers/sql.js';
import { tokensFuzzer } from './fuzzers/tokens.js';
import { webhooksFuzzer } from './fuzzers/webhooks.js';
import { type Count, FuzzRun, type RunResult } from './run-fuzzers.js';
import { type Failure, saveFailure } from './saved-case.js';
import { openWorld, queryTimeoutMsDefault } from './world/world.js';

export interface FuzzOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Names of fuzzers; none stands for all. */
  readonly only: readonly string[];
  readonly stallMsMax: number;
  readonly failuresDirectory: string;
  readonly print: (line: string) => void;
}

const all: readonly Fuzzer[] = [
  documentsFuzzer,
  sqlFuzzer,
  filtersFuzzer,
  webhooksFuzzer,
  tokensFuzzer,
  cursorsFuzzer,
  exportsFuzzer,
  liveFuzzer,
  linksFuzzer,
  loadsFuzzer,
];
const answerMsPastTimeout = 10_000;
/** Below this many cases a share says nothing. */
const casesForShareMin = 50;

/** Runs the fuzzers and prints what they found; false when something failed. */
export async function fuzz(options: FuzzOptions): Promise<boolean> {
  const { seconds, seed, only, stallMsMax, failuresDirectory, print } = options;
  const unknown = only.find((name) => !all.some((fuzzer) => fuzzer.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no fuzzer "${unknown}"; there are ${all.map(({ name }) => name).join(', ')}`);
  }
  const fuzzers = all.filter(({ name }) => only.length === 0 || only.includes(name));
  const env = serviceVariables();
  const world = await openWorld(seed, env);
  print(
    `seed ${seed}, ${seconds} s, ${world.canaries.count} canaries, ${fuzzers.map(({ name }) => name).join(', ')}`,
  );
  const onFailure = (failure: Failure) =>
    printFailure(print, failure, saveFailure(failuresDirectory, world.service.url, failure));
  try {
    const answerMsMax = Number(env['WEIR_QUERY_TIMEOUT_MS'] ?? queryTimeoutMsDefault) + answerMsPastTimeout;
    const result = await new FuzzRun(world, {
      seconds,
      seed,
      fuzzers,
      stallMsMax,
      answerMsMax,
      onFailure,
    }).run();
    const shares = printResult(print, fuzzers, result);
    return shares && result.failures.length === 0;
  } finally {
    await world.service.discard();
  }
}

/** The fuzzer's own `WEIR_…` variables are the service's, for slower machines and other limits. */
const serviceVariables = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[0].startsWith('WEIR_') && !entry[0].startsWith('WEIR_TEST_') && entry[1] !== undefined,
    ),
  );

function printFailure(
  print: FuzzOptions['print'],
  { finding, fuzzer, seed, index }: Failure,
  { file, curl }: { file: string; curl: string },
): void {
  print(`FAILED ${finding.oracle}: ${finding.kind}`);
  print(`  ${finding.message}`);
  print(`  fuzzer ${fuzzer}, seed ${seed}, case ${index}; saved as ${file}`);
  if (curl !== '') print(`  ${curl}`);
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** Prints the figures; false when a fuzzer was refused too often to have tested much. */
function printResult(print: FuzzOptions['print'], fuzzers: readonly Fuzzer[], result: RunResult): boolean {
  let isEnough = true;
  let total = 0;
  for (const { name, acceptedPercentMin } of fuzzers) {
    const { cases, accepted, unanswered } =
      result.counts[name] ?? ({ cases: 0, accepted: 0, unanswered: 0 } satisfies Count);
    total += cases;
    const percent = cases === 0 ? 0 : Math.round((100 * accepted) / cases);
    const isTooFew = cases === 0 || (cases >= casesForShareMin && percent < acceptedPercentMin);
    if (isTooFew) isEnough = false;
    const verdict = isTooFew ? `FAILED: at least ${acceptedPercentMin} % have to be accepted` : '';
    print(
      `${name.padEnd(10)} ${String(cases).padStart(7)} cases, ${String(percent).padStart(3)} % accepted, ${unanswered} unanswered ${verdict}`,
    );
  }
  const [first, last] = [result.memory[0], result.memory.at(-1)];
  print(
    `${total} cases; longest stall ${Math.round(result.longestStall.stalledMs)} ms, ${result.unexplainedStalls} stalls without a cause; ${result.acknowledgedEvents} events acknowledged`,
  );
  if (first && last) {
    print(
      `memory: resident ${megabytes(first.residentBytes)} MB to ${megabytes(last.residentBytes)} MB, heap and buffers ${megabytes(first.heapBytes)} MB to ${megabytes(last.heapBytes)} MB`,
    );
  }
  print(result.failures.length === 0 ? 'no failures' : `${result.failures.length} kinds of failure`);
  return isEnough;
}

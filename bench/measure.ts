/** Measuring on a machine that others use too: many short rounds, the middle of them, and always a ratio. */

export interface Timing {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export async function time(rounds: number, work: (round: number) => Promise<unknown>): Promise<Timing> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await work(round);
    durations.push(performance.now() - startedAt);
  }
  durations.sort((a, b) => a - b);
  return { p50Ms: at(durations, 0.5), p99Ms: at(durations, 0.99) };
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const middle = (values: readonly number[]) =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** In turns, so that a noisy moment touches both; the ratio is the middle of the turns' ratios. */
export async function inTurns(
  turns: number,
  measure: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ measured: number; floor: number; ratio: number }> {
  const rounds: { measured: number; floor: number; ratio: number }[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const round = { measured: await measure(), floor: await floor() };
    rounds.push({ ...round, ratio: round.measured / round.floor });
  }
  rounds.sort((a, b) => a.ratio - b.ratio);
  return rounds[Math.floor(turns / 2)] ?? { measured: Number.NaN, floor: Number.NaN, ratio: Number.NaN };
}

/** One line of the table: what was measured, what it is compared with, and whether the bar is met. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly floor: string;
  readonly bar: string;
  readonly met: boolean;
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
export const times = (ratio: number) => `${ratio.toFixed(2)}x`;

export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, measured, floor, bar, met }) => [
    name,
    measured,
    floor,
    bar,
    met ? 'yes' : 'NO',
  ]);
  const all = [['figure', 'measured', 'floor, same run', 'bar', 'met'], ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const [index, row] of all.entries()) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
    if (index === 0) console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  }
}

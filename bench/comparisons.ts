/** What a comparison with an earlier period costs: each question with one, beside the same question without. */
import { type Figure, inTurns, ms, times } from './measure.js';
import { firstMs, type Orders, records, stepMs } from './orders.js';
import { ask, type Question, type Range } from './questions.js';

const warmUpTurns = 3;
const turns = 25;
const costMax = 2.2;

/** Both periods have half of the records. */
const halfMs = Math.floor((records * stepMs) / 2);

const asked: readonly { readonly name: string; readonly question: Question; readonly input: object }[] = [
  { name: 'counter', question: 'counter', input: {} },
  { name: 'timeSeries', question: 'timeSeries', input: {} },
  { name: 'timeSeries by country', question: 'timeSeries', input: { groupBy: ['country'] } },
  {
    name: 'timeSeries of the first 5 countries and the others',
    question: 'timeSeries',
    input: { groupBy: ['country'], groupLimit: 5 },
  },
  { name: 'leaderboard', question: 'leaderboard', input: {} },
  { name: 'leaderboard with the others', question: 'leaderboard', input: { others: true } },
];

export async function benchComparisons(bench: Orders): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, question, input } of asked) {
    const plain = () => timed(() => ask(bench, question, freshHalf(0), input));
    const compared = () =>
      timed(() => ask(bench, question, freshHalf(0), { ...input, compare: freshHalf(halfMs) }));
    await inTurns(warmUpTurns, compared, plain);
    const { measured, floor, ratio } = await inTurns(turns, compared, plain);
    console.log(`${name} with a comparison: ${ms(measured)}, without ${ms(floor)}`);
    figures.push({
      name: `${name}, compared`,
      measured: ms(measured),
      floor: `${ms(floor)} without a comparison (${times(ratio)})`,
      bar: `at most ${times(costMax)}`,
      met: ratio <= costMax,
    });
  }
  return figures;
}

let halves = 0;

/** A half that no question before had. */
function freshHalf(fromMs: number): Range {
  halves += 1;
  const startMs = firstMs + fromMs;
  return {
    start: new Date(startMs).toISOString(),
    stop: new Date(startMs + halfMs - halves).toISOString(),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

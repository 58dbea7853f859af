/** What to write instead of a function that the dialect lacks, by its name in lower case. */
const instead: Readonly<Record<string, string>> = {
  log: 'Write ln(x) for the natural logarithm, log10(x) for base 10.',
  percentile_cont: 'Write quantile(0.5)(x).',
  string_agg: "Write groupConcat(',')(x).",
  array_agg: 'Write groupArray(x).',
  bar: "Write a piece of a text: substringUTF8('██████████', 1, toUInt8(10 * x / most)).",
  totypename: 'describeSqlV1 returns the types of the columns.',
  neighbor: 'Write lagInFrame(x) OVER (ORDER BY …) or leadInFrame(x) OVER (ORDER BY …).',
  runningdifference: 'Write x - lagInFrame(x) OVER (ORDER BY …).',
  runningaccumulate: 'Write sum(x) OVER (ORDER BY …).',
  rownumberinallblocks: 'Write row_number() OVER (ORDER BY …).',
  rownumberinblock: 'Write row_number() OVER (ORDER BY …).',
  extractallgroups: "Write extractAll(x, 'a(.)').",
  grouparraymovingsum: 'Write sum(x) OVER (ORDER BY … ROWS BETWEEN 2 PRECEDING AND CURRENT ROW).',
  grouparraymovingavg: 'Write avg(x) OVER (ORDER BY … ROWS BETWEEN 2 PRECEDING AND CURRENT ROW).',
  exponentialmovingaverage: 'Write avg(x) OVER (ORDER BY … ROWS BETWEEN 6 PRECEDING AND CURRENT ROW).',
  dictget: 'Join the Data Pool that has the values.',
  dictgetordefault: 'Join the Data Pool that has the values.',
  joinget: 'Join the Data Pool that has the values.',
  rand: 'Write cityHash64(id), which is the same each time.',
  rand32: 'Write cityHash64(id), which is the same each time.',
  rand64: 'Write cityHash64(id), which is the same each time.',
  randcanonical: 'Write cityHash64(id) % 1000 / 1000, which is the same each time.',
  arrayfold: 'Write arraySum(x -> …, array), arrayCumSum or arrayReduce.',
  arraywithconstant: 'Write arrayMap(i -> x, range(n)).',
  arrayresize: 'Write arraySlice(array, 1, n).',
  untuple: 'Write each element: tupleElement(x, 1), tupleElement(x, 2).',
  multimatchany: "Write match(x, 'a|b').",
  groupbitmap: 'Write uniqExact(x).',
  grouparraysample: 'Write groupArray(100)(x).',
  sequencenextnode: 'Write leadInFrame(event) OVER (PARTITION BY user ORDER BY at).',
  levenshteindistance: 'Write positionCaseInsensitive(x, y) > 0, or ILIKE.',
  editdistance: 'Write positionCaseInsensitive(x, y) > 0, or ILIKE.',
};

export const insteadOf = (name: string): string =>
  (Object.hasOwn(instead, name) ? instead[name] : undefined) ??
  'See the documentation for the ones that are.';

import { type InferredColumn, inferColumns } from '../infer-columns.js';
import { parseSample, type SampleEvent } from '../sample.js';

/** What the user has pasted or chosen, and what Weir makes of it. */
export interface Sample {
  readonly text: string;
  readonly fileName?: string | undefined;
  readonly events: readonly SampleEvent[];
  readonly columns: readonly InferredColumn[];
  /** How many keys became no column. */
  readonly omitted: number;
  readonly problem?: string;
}

export const noSample: Sample = { text: '', events: [], columns: [], omitted: 0 };

export function readSample(text: string, fileName?: string): Sample {
  if (text.trim() === '') return { ...noSample, text };
  try {
    const events = parseSample(text);
    return { text, fileName, events, ...inferColumns(events) };
  } catch (error) {
    return { ...noSample, text, fileName, problem: (error as Error).message };
  }
}

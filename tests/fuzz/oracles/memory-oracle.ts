import type { Finding } from './verdict.js';

/**
 * Memory that grows with what was asked before and not with what is being asked. Samples go up and down with
 * garbage collection, so the lowest of a stretch after the warm-up is compared with the lowest of the last one.
 */
export interface MemorySample {
  readonly residentBytes: number;
  readonly heapBytes: number;
}

const megabyte = 1024 * 1024;
/** Caches fill within a run: together they may hold about this much. */
const heapGrowthBytesMax = 160 * megabyte;
const residentGrowthBytesMax = 400 * megabyte;
const samplesMin = 8;

export function memorySample(metrics: string): MemorySample {
  const read = (name: string) => Number(new RegExp(`^${name} ([0-9.e+]+)$`, 'm').exec(metrics)?.[1] ?? 0);
  return {
    residentBytes: read('process_resident_memory_bytes'),
    heapBytes: read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes'),
  };
}

export function growth(samples: readonly MemorySample[]): Finding | undefined {
  if (samples.length < samplesMin) return undefined;
  const quarter = Math.floor(samples.length / 4);
  const lowest = (from: number, of: keyof MemorySample) =>
    Math.min(...samples.slice(from, from + quarter).map((sample) => sample[of]));
  const bounds = { heapBytes: heapGrowthBytesMax, residentBytes: residentGrowthBytesMax } as const;
  for (const of of ['heapBytes', 'residentBytes'] as const) {
    const grown = lowest(samples.length - quarter, of) - lowest(quarter, of);
    if (grown <= bounds[of]) continue;
    const message = `${Math.round(grown / megabyte)} MB more at the end than after the warm-up, at most ${bounds[of] / megabyte} MB expected`;
    return { oracle: 'memory', kind: `${of} grew`, message };
  }
  return undefined;
}

/** An oracle that was given nothing to look at has seen nothing. */
export function unmeasured(samples: readonly MemorySample[]): Finding | undefined {
  const isMeasured = samples.some(({ residentBytes, heapBytes }) => residentBytes > 0 && heapBytes > 0);
  return isMeasured
    ? undefined
    : { oracle: 'memory', kind: 'not measured', message: '/metrics told no memory' };
}

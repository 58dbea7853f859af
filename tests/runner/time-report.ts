import type { Reporter, TestModule } from 'vitest/node';
import { budgetOf, suiteSecondsMax } from './file-budgets.js';

const shownMax = 10;
/** A run of fewer files does not tell how busy the machine is. */
const wholeSuiteFilesMin = 200;

export interface FileTime {
  readonly project: string;
  readonly file: string;
  readonly seconds: number;
}

/** What a run took, and its slowest files. */
export function slowestFiles(seconds: number, files: readonly FileTime[]): string {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, shownMax);
  const lines = slowest.map((file) => `${file.seconds.toFixed(1).padStart(7)} s  ${file.file}`);
  return [`${seconds.toFixed(0)} s in all. The slowest files:`, ...lines].join('\n');
}

/**
 * A line for each file above its budget. When the whole suite takes longer than it should, the machine is busy, and every budget
 * grows with it.
 */
export function filesOverBudget(seconds: number, files: readonly FileTime[]): string[] {
  if (files.length < wholeSuiteFilesMin) return [];
  const slowness = Math.max(1, seconds / suiteSecondsMax);
  return files.flatMap(({ project, file, seconds: took }) => {
    const budget = budgetOf(project, file);
    if (budget === undefined || took <= budget * slowness) return [];
    return [`${file} took ${took.toFixed(1)} s; its budget in tests/runner/file-budgets.ts is ${budget} s`];
  });
}

/** Prints the times at the end of a run, and fails a run of the whole suite in which a file was above its budget. */
export class TimeReport implements Reporter {
  #startedAt = 0;

  onTestRunStart(): void {
    this.#startedAt = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const files = modules.map((module) => ({
      project: module.project.name,
      file: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1000,
    }));
    const over = filesOverBudget(seconds, files);
    process.stdout.write(`\n${[slowestFiles(seconds, files), ...over].join('\n')}\n`);
    if (over.length > 0) process.exitCode = 1;
  }
}

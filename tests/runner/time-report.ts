import type { Reporter, TestModule } from 'vitest/node';
import { budgetOf, suiteSecondsMax } from './file-budgets.js';

const shownMax = 10;
/** A run of fewer files does not tell how busy the machine is. */
const wholeSuiteFilesMin = 200;

/**
 * Prints what the run took and its slowest files. Fails a run of the whole suite for files above their budget. When the suite
 * takes longer than it should, the machine is busy, and every budget grows with it.
 */
export class TimeReport implements Reporter {
  #startedAt = 0;

  onTestRunStart(): void {
    this.#startedAt = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const files = modules
      .map((module) => ({
        project: module.project.name,
        file: module.relativeModuleId,
        seconds: module.diagnostic().duration / 1000,
      }))
      .sort((a, b) => b.seconds - a.seconds);
    const lines = files
      .slice(0, shownMax)
      .map(({ file, seconds: took }) => `${took.toFixed(1).padStart(7)} s  ${file}`);
    process.stdout.write(`\n${seconds.toFixed(0)} s in all. The slowest files:\n${lines.join('\n')}\n`);
    if (modules.length < wholeSuiteFilesMin) return;
    const slowness = Math.max(1, seconds / suiteSecondsMax);
    for (const { project, file, seconds: took } of files) {
      const budget = budgetOf(project, file);
      if (budget === undefined || took <= budget * slowness) continue;
      process.stdout.write(
        `${file} took ${took.toFixed(1)} s; its budget in tests/runner/file-budgets.ts is ${budget} s\n`,
      );
      process.exitCode = 1;
    }
  }
}

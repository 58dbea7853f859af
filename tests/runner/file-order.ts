import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { secondsOf } from './file-budgets.js';

/**
 * A worker keeps its service, engine and browser only for files of one project, so those come one after the other. The longest
 * files come first, so that no worker waits long for the other's last one.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (file: TestSpecification) => file.project.name;
    return files.toSorted(
      (a, b) =>
        order(a).localeCompare(order(b)) ||
        secondsOf(b.moduleId) - secondsOf(a.moduleId) ||
        a.moduleId.localeCompare(b.moduleId),
    );
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { budgetOf } from './file-budgets.js';

/**
 * A worker runs only files of one project, so those come one after the other. Files with large budgets come first, so that no
 * worker waits long for the last file of another.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const keyed = files.map((file) => {
      const { name, config } = file.project;
      const budget = budgetOf(name, file.moduleId.slice(config.root.length + 1)) ?? 0;
      return { file, name, budget };
    });
    keyed.sort(
      (a, b) =>
        a.name.localeCompare(b.name) || b.budget - a.budget || a.file.moduleId.localeCompare(b.file.moduleId),
    );
    return keyed.map(({ file }) => file);
  }
}

import { setImmediate } from 'node:timers/promises';
import { HttpRefusal } from '../base/http-refusal.js';
import { yieldToEventLoop } from '../base/in-slices.js';
import type { Execution } from './graphql-errors.js';

const batchOperationsMax = 20;

/**
 * Runs the operations of one body at the same time. Each has its own limits, and together they share the limits of one
 * request: on the body and on the answer. They fail independently.
 */
export async function runBatch(
  operations: readonly unknown[],
  run: (operation: unknown) => Promise<Execution>,
): Promise<Execution[]> {
  if (operations.length === 0 || operations.length > batchOperationsMax)
    throw new HttpRefusal(
      400,
      'batch',
      `A batch must have 1 to ${batchOperationsMax} operations; this one has ${operations.length}`,
    );
  const results: Promise<Execution>[] = [];
  for (const operation of operations) {
    // One operation per turn of the event loop: its parsing and its reads from the catalog may block for a while.
    await setImmediate();
    await yieldToEventLoop();
    results.push(run(operation).catch((error: Error) => ({ errors: [error] })));
  }
  return await Promise.all(results);
}

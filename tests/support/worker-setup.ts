import { afterEach, beforeEach } from 'vitest';
import { launchedServices } from './service-process.js';

/** Vitest ends a worker by SIGTERM, which by itself would leave the processes that the worker has started. */
process.once('SIGTERM', () => process.exit());

const charactersMax = 20_000;

/** How much the services had written before the test. */
let before = new Map<object, number>();

beforeEach(() => {
  for (const service of launchedServices) {
    const { exitCode, signalCode } = service.process;
    if (exitCode !== null || signalCode !== null) launchedServices.delete(service);
  }
  before = new Map([...launchedServices].map((service) => [service, service.out().length]));
});

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const service of launchedServices) {
    const written = service.out().slice(before.get(service) ?? 0);
    if (written)
      process.stderr.write(`A service wrote during "${task.name}":\n${written.slice(-charactersMax)}\n`);
  }
});

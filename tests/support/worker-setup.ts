import { afterEach, beforeEach } from 'vitest';
import { failureReport, witnessed } from './failure-report.js';
import { launchedServices } from './service-process.js';

/** How much the services had written before the test. */
let before = new Map<object, number>();

beforeEach(() => {
  for (const service of launchedServices) {
    const { exitCode, signalCode } = service.process;
    if (exitCode !== null || signalCode !== null) launchedServices.delete(service);
  }
  before = new Map([...launchedServices].map((service) => [service, service.out().length]));
  Object.assign(witnessed, { operation: '', statement: '' });
});

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  const logs = [...launchedServices].map((service) => service.out().slice(before.get(service) ?? 0));
  process.stderr.write(failureReport(task.name, logs));
});

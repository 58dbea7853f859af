import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TimeRequest } from './in-process-child.js';

/** The floor: chDB called directly, in a process of its own, because one process can open one data directory. */
export interface InProcess {
  /** The middle of the times that the statement took, in milliseconds. */
  time(request: TimeRequest): Promise<number>;
  close(): void;
}

export async function inProcess(): Promise<InProcess> {
  const child = fork(fileURLToPath(new URL('./in-process-child.ts', import.meta.url)));
  const answer = () =>
    new Promise<number>((resolve) => child.once('message', (value) => resolve(Number(value))));
  await answer();
  return {
    time: (request) => {
      const answered = answer();
      child.send(request);
      return answered;
    },
    close: () => child.kill('SIGKILL'),
  };
}

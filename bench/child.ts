import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * A helper process that answers one message with one message; its first says that it is ready. What is told to it has
 * no answer of its own.
 */
export interface Child<Request, Answer> {
  readonly first: unknown;
  ask(request: Request): Promise<Answer>;
  tell(message: string): void;
  close(): void;
}

export async function startChild<Request extends object, Answer>(
  file: string,
): Promise<Child<Request, Answer>> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)));
  const next = () => new Promise<unknown>((resolve) => child.once('message', resolve));
  const first = await next();
  return {
    first,
    ask: async (request) => {
      const answered = next();
      child.send(request);
      return (await answered) as Answer;
    },
    tell: (message) => child.send(message),
    close: () => child.kill('SIGKILL'),
  };
}

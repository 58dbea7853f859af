/** The floor of loading: chDB called directly, without a service, on a directory of its own. */
import { Session } from 'chdb';

export interface BareLoadRequest {
  /** What makes it ready, not measured. */
  readonly before: readonly string[];
  readonly text: string;
}

const session = new Session();
process.on('message', async ({ before, text }: BareLoadRequest) => {
  for (const statement of before) await session.queryAsync(statement);
  const startedAt = performance.now();
  await session.queryAsync(text);
  process.send?.((performance.now() - startedAt) / 1000);
});
process.send?.('ready');

/** Times statements on chDB itself: no socket, no HTTP, no other process. */
import { Session } from 'chdb';
import { time } from './measure.js';

export interface TimeRequest {
  readonly setup?: string;
  readonly text: string;
  readonly rounds: number;
}

const session = new Session();
process.on('message', async ({ setup, text, rounds }: TimeRequest) => {
  if (setup) await session.queryAsync(setup);
  const { p50Ms } = await time(rounds, () => session.queryAsync(text, { format: 'JSONCompact' }));
  process.send?.(p50Ms);
});
process.send?.('ready');

import type { ServerResponse } from 'node:http';

/** A client that takes less than this is slow: of what is ready for it, over the last seconds. */
export const bytesPerSecondMin = 64 * 1024;
const measuredSeconds = 10;
const lookMs = 1_000;

type Download = Pick<ServerResponse, 'writableNeedDrain'> & {
  once(event: 'close', listener: () => void): unknown;
  readonly socket: { readonly bytesWritten: number; readonly writableLength: number } | null;
};

/**
 * Ends a download whose client is slow while somebody else waits for its place. Seconds in which the client waited for the
 * engine do not count against it.
 */
export function endWhenSlow(
  response: Download,
  isWanted: () => boolean,
  end: (reason: string) => void,
): void {
  /** How much the client had taken, at each of the last seconds at which more was ready for it. */
  let taken: number[] = [];
  const look = () => {
    const { bytesWritten = 0, writableLength = 0 } = response.socket ?? {};
    taken = response.writableNeedDrain
      ? [...taken.slice(-measuredSeconds), bytesWritten - writableLength]
      : [];
    const [first = 0] = taken;
    const last = taken.at(-1) ?? 0;
    const isSlow = taken.length > measuredSeconds && last - first < measuredSeconds * bytesPerSecondMin;
    if (isSlow && isWanted())
      end(
        `The client took less than ${bytesPerSecondMin} bytes per second for ${measuredSeconds} s, and another export waits for its place`,
      );
  };
  const timer = setInterval(look, lookMs).unref();
  response.once('close', () => clearInterval(timer));
}

import { join } from 'node:path';
import type { Log } from '../base/log.js';
import type { Config } from '../config.js';
import { setAsideUnreadable, takeBackReadable } from '../engine/embedded/unreadable-parts.js';
import { damagedPath } from './repair-definitions.js';

/**
 * Before the embedded engine starts: takes what the disk fails to read out of its sight, and gives it back what can be read again. What
 * is missing then is said after the start.
 */
export async function leaveOutUnreadable(config: Config, log: Log): Promise<void> {
  const enginePath = join(config.dataDirectory, 'engine');
  const taken = await takeBackReadable(enginePath);
  if (taken.length > 0)
    log.warn({ paths: taken }, 'parts that could not be read can be read again, and are used again');
  const found = await setAsideUnreadable(enginePath, damagedPath(config));
  if (!found) return;
  if (found.undone.length > 0)
    log.warn({ paths: found.undone }, 'merges after a read that failed were undone');
  if (found.unreadable.length === 0)
    log.error(
      'the engine could not read something, and all parts of its tables can be read: look at the disk',
    );
  else log.error({ paths: found.unreadable }, 'parts that cannot be read were set aside');
}

/**
 * The composition root: reads the configuration, builds every part, hands each what it needs, and stops
 * them in the reverse order. No other file starts anything.
 */
import closeWithGrace from 'close-with-grace';
import { StartProblem } from './base/start-problem.js';
import { ConfigError, readConfig } from './config.js';
import { startService } from './service.js';

const stopMsMax = 30_000;
/** Small buffers are cut from larger ones of this size: a request's rows wait in one, and Node's 8 KB hold few of them. */
const bufferPoolBytes = 64 * 1024;
Buffer.poolSize = bufferPoolBytes;

try {
  const service = await startService(readConfig(process.env));
  // A second signal while stopping ends the process at once.
  closeWithGrace({ delay: stopMsMax, logger: service.log }, async ({ err }) => {
    if (err) service.log.fatal({ err }, 'stopping after an unexpected error');
    await service.stop();
  });
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}

/** One line for each thing that whoever starts the service can mend; a stack only for what they cannot. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.problems.map((problem) => `weir: ${problem}`).join('\n');
  if (error instanceof StartProblem) return `weir: ${error.message}`;
  return `weir: ${error instanceof Error ? error.stack : error}`;
}

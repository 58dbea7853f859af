/**
 * The composition root: reads the configuration, builds every part with its dependencies, and stops them in reverse order.
 * No other file starts anything.
 */
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { failureText } from './base/start-problem.js';
import { readConfig } from './config.js';
import { startService } from './service.js';

const stopMsMax = 30_000;
/** Node slices small buffers from pools. Rows of waiting requests use them, and the default of 8 KB holds only a few. */
const bufferPoolBytes = 64 * 1024;
Buffer.poolSize = bufferPoolBytes;

/** This program is a bundle, and the others are beside it. */
const built = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const files = {
  engineHost: built('host-main.js'),
  parseWorker: built('parse-worker.js'),
  zstdWorker: built('zstd-worker.js'),
  consoleDirectory: built('../../console/dist'),
};

try {
  const service = await startService(readConfig(process.env), files);
  // A second signal while stopping ends the process immediately.
  closeWithGrace({ delay: stopMsMax, logger: service.log }, async ({ err }) => {
    if (err) service.log.fatal({ err }, 'stopping after an unexpected error');
    await service.stop();
  });
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exit(1);
}

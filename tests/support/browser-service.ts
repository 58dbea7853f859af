import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, listening } from './service-process.js';

/** The service as `npm start` runs it, in a separate process and data directory. */
export interface BrowserService {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Its log and terminal output. */
  output(): string;
  stop(): Promise<void>;
}

const clientId = 'APP01BR0WSERTEST0000000000000';
const clientSecret = 'a-secret-for-the-browser-tests';

export async function startBrowserService(): Promise<BrowserService> {
  const directory = await mkdtemp(join(tmpdir(), 'weir-browser-'));
  const launched = launch({
    WEIR_PORT: '0',
    WEIR_DATA_DIR: directory,
    WEIR_LOG_LEVEL: 'debug',
    WEIR_BOOTSTRAP_CLIENT_ID: clientId,
    WEIR_BOOTSTRAP_CLIENT_SECRET: clientSecret,
  });
  return {
    url: await listening(launched),
    clientId,
    clientSecret,
    output: launched.out,
    stop: async () => {
      launched.process.kill('SIGTERM');
      await launched.ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { isLong } from './extent.js';

/** How tests start Debian's Chromium: the program without a window, which needs a fifth less of the processor. */
export const chromiumOptions = {
  executablePath: process.env['WEIR_TEST_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  headless: true,
  args: [
    '--no-sandbox',
    // One process draws all pages: to start another one takes longer than to load a page.
    '--renderer-process-limit=1',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The pages of tests live for seconds: compiling their scripts for speed, on other threads, takes more than it saves. The long suite
    // measures pages as people have them.
    ...(isLong ? [] : ['--js-flags=--no-opt --no-maglev --single-threaded-gc']),
  ],
};

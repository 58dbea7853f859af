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
  ],
};

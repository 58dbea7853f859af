const waitMsMax = 60_000;
const pauseMs = 20;

/** What the service has once it has it. The fuzzers run without a test runner, so without its polling. */
export async function waitFor<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
  const giveUpAt = performance.now() + waitMsMax;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error(`${what} takes longer than ${waitMsMax} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

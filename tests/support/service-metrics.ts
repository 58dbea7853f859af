/** What every service under test has as WEIR_METRICS_TOKEN. */
export const metricsToken = 'only-tests-read-these-metrics';

/** What `/metrics` says. */
export async function scrape({ url }: { readonly url: string }): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
  return await response.text();
}

/**
 * The longest time that the service's event loop stood still since `/metrics` was last read. Read it once before what
 * is to be measured, so that nothing earlier counts, and once after.
 */
export async function longestStallMs(service: { readonly url: string }): Promise<number> {
  const [, seconds] = /^weir_event_loop_delay_seconds_max (\S+)$/m.exec(await scrape(service)) ?? [];
  if (seconds === undefined) throw new Error('/metrics has no weir_event_loop_delay_seconds_max');
  return Number(seconds) * 1000;
}

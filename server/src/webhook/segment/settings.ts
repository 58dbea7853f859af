/**
 * What Segment's browser SDK loads from `cdnURL` before it sends anything: where to send. It has no other destination,
 * and does not report its own performance.
 */
export function segmentSettings(writeKey: string, publicUrl: string): object {
  const { protocol, host, pathname } = new URL(publicUrl);
  const apiHost = `${host}${pathname.replace(/\/$/, '')}/v1`;
  return {
    integrations: { 'Segment.io': { apiKey: writeKey, apiHost, protocol: protocol.replace(':', '') } },
    metrics: { sampleRate: 0 },
  };
}

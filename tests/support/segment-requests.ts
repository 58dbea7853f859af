/**
 * The requests of Segment's and RudderStack's SDKs for one call, recorded. The tests of the SDKs in tests/compatibility
 * compare the paths, the headers and the shapes of the bodies with what the SDKs send.
 */
export interface SegmentRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed, if the headers say so. */
  readonly body: Readonly<Record<string, unknown>>;
}

const timestamp = '2026-11-19T13:01:15.260Z';
const sentAt = '2026-11-19T13:01:15.265Z';
const authorization = (writeKey: string) => `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`;

/** By the package of the SDK. */
export const segmentRequests: Readonly<Record<string, (writeKey: string) => SegmentRequest>> = {
  '@segment/analytics-node': (writeKey) => ({
    path: '/v1/batch',
    headers: { 'content-type': 'application/json', authorization: authorization(writeKey) },
    body: {
      batch: [
        {
          timestamp,
          integrations: {},
          event: 'First',
          type: 'track',
          properties: {},
          context: { library: { name: '@segment/analytics-node', version: '3.1.0' } },
          userId: 'user-1',
          messageId: 'node-next-1795093275260-52466187-4af5-4d1f-b147-9ceb63e92374',
          _metadata: { nodeVersion: 'v20.20.2', jsRuntime: 'node' },
        },
      ],
      writeKey,
      sentAt,
    },
  }),
  '@rudderstack/rudder-sdk-node': (writeKey) => ({
    path: '/v1/batch',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-encoding': 'gzip',
      authorization: authorization(writeKey),
    },
    body: {
      batch: [
        {
          userId: 'user-1',
          event: 'First',
          type: 'track',
          context: { library: { name: 'analytics-node', version: '3.0.13' } },
          channel: 'server',
          _metadata: { nodeVersion: '20.20.2' },
          originalTimestamp: timestamp,
          messageId: 'eb82a3f9-63da-4e9f-9139-7105409c31e0',
          sentAt,
        },
      ],
      timestamp: sentAt,
      sentAt,
    },
  }),
  '@segment/analytics-next': (writeKey) => ({
    path: '/v1/t',
    headers: { 'content-type': 'text/plain', authorization: authorization(writeKey) },
    body: {
      timestamp,
      integrations: {},
      event: 'First',
      type: 'track',
      properties: {},
      context: {
        page: { path: '/', referrer: '', search: '', title: 'A shop', url: 'https://shop.example/' },
        userAgent: 'Mozilla/5.0',
        userAgentData: {
          brands: [{ brand: 'Chromium', version: '156' }],
          mobile: false,
          platform: 'Linux',
        },
        locale: 'en-US',
        library: { name: 'analytics.js', version: 'next-1.84.3' },
        timezone: 'UTC',
      },
      messageId: 'ajs-next-1795093363764-a74880a9-555a-4b03-b997-05e11df15f7c',
      userId: 'user-1',
      anonymousId: '4880a955-5a8b-43f9-9705-e11df15f7c53',
      writeKey,
      sentAt,
      _metadata: { bundled: ['Segment.io'], unbundled: [], bundledIds: [] },
    },
  }),
};

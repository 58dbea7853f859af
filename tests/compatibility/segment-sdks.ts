import RudderAnalytics from '@rudderstack/rudder-sdk-node';
import { Analytics } from '@segment/analytics-node';

export interface SegmentSdk {
  /** Resolves when all messages were delivered, in one batch; throws when they were not. */
  send(messages: readonly SegmentMessage[]): Promise<void>;
  close(): Promise<void>;
}

type MessageType = 'track' | 'identify' | 'page' | 'screen' | 'group' | 'alias';
export type SegmentMessage = readonly [type: MessageType, fields: { readonly userId: string }];

/** SDKs as they are published, with the host as their only option. */
export const segmentSdks: Readonly<Record<string, (host: string, writeKey: string) => SegmentSdk>> = {
  '@segment/analytics-node': (host, writeKey) => {
    const analytics = new Analytics({ host, writeKey });
    const failures: unknown[] = [];
    analytics.on('error', ({ reason }) => failures.push(reason));
    return {
      send: async (messages) => {
        for (const [type, fields] of messages) analytics[type](fields as never);
        await analytics.flush({ timeout: 60_000 });
        const [failure] = failures.splice(0);
        if (failure) throw failure;
      },
      close: async () => await analytics.closeAndFlush(),
    };
  },
  '@rudderstack/rudder-sdk-node': (dataPlaneUrl, writeKey) => {
    const failures: unknown[] = [];
    const errorHandler = (error: unknown) => failures.push(error);
    const analytics = new RudderAnalytics(writeKey, { dataPlaneUrl, logLevel: 'none', errorHandler });
    return {
      send: async (messages) => {
        // It sends its first message alone, at once.
        for (const [type, fields] of messages) analytics[type](fields as never);
        await analytics.flush();
        const [failure] = failures.splice(0);
        if (failure) throw failure;
      },
      close: async () => await analytics.flush(),
    };
  },
};

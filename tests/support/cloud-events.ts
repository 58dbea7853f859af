/**
 * CloudEvents as the specification of their HTTP binding sends them. tests/compatibility/sender-sdks.test.ts compares them
 * with those of the SDK.
 */
export interface CloudEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly time: string;
  readonly subject: string;
  readonly data: object;
}

export interface CloudEventMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const cloudEvent = (n: number, id = `event ${n}`, subject = 'Zoë 100%'): CloudEvent => ({
  specversion: '1.0',
  id,
  source: '/shop',
  type: 'order.placed',
  time: new Date().toISOString(),
  subject,
  data: { n },
});

/** The event as one JSON object. */
export const structured = (event: CloudEvent): CloudEventMessage => ({
  headers: { 'content-type': 'application/cloudevents+json; charset=utf-8' },
  body: JSON.stringify(event),
});

/** The data as the body, and the other attributes in headers. */
export const binary = ({ data, ...attributes }: CloudEvent): CloudEventMessage => ({
  headers: {
    'content-type': 'application/json; charset=utf-8',
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce-${name}`, value])),
  },
  body: JSON.stringify(data),
});

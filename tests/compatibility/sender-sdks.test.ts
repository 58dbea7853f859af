/** The SDK of CloudEvents, unmodified, sends to Weir. */
import { CloudEvent, type CloudEventV1, emitterFor, HTTP, type Message, Mode } from 'cloudevents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { binary, cloudEvent, structured } from '../support/cloud-events.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: OwnService;
let webhook: Webhook;
beforeAll(async () => {
  service = await startService();
  webhook = await createWebhook(service, [
    { name: 'type', type: 'STRING' },
    { name: 'header_type', type: 'STRING', jsonProperty: '$headers.ce-type' },
    { name: 'subject', type: 'STRING', jsonProperty: '$headers.ce-subject' },
  ]);
});
afterAll(() => service.discard());

/** The SDK writes no header beyond Latin-1; the encoding is that of the specification. */
const subject = 'Zo%C3%AB%20100%25';

it.each([
  ['structured', Mode.STRUCTURED, ['order.placed', null, null]],
  ['binary', Mode.BINARY, [null, 'order.placed', 'Zoë 100%']],
] as const)('sends an event, %s', async (id, mode, row) => {
  const send = ({ headers, body }: Message) =>
    post(service, webhook.path, String(body), headers as Record<string, string>);
  const emit = emitterFor(send, { binding: HTTP, mode });
  const event = new CloudEvent({ ...cloudEvent(1, id, subject) } as CloudEventV1<object>);
  expect(await emit(event)).toMatchObject({ status: 200 });
  const rows = await stored(
    service,
    `SELECT type, header_type, subject FROM ${webhook.table} WHERE (header_type IS NULL) = {isStructured:Bool}`,
    { isStructured: mode === Mode.STRUCTURED },
  );
  expect(rows).toEqual([row]);
});

it('sends what the other tests send', () => {
  const event = cloudEvent(2, 'event 2', subject);
  const ofSdk = new CloudEvent({ ...event } as CloudEventV1<object>);
  const { headers, body } = HTTP.structured(ofSdk) as Message<string>;
  expect([headers, JSON.parse(String(body))]).toEqual([structured(event).headers, event]);
  expect(HTTP.binary(ofSdk)).toEqual(binary(event));
});

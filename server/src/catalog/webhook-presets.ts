import type { Column } from './column.js';
import type { SignatureScheme } from './webhook-signature.js';

/** What is known of a sender: how it signs, and what its events have. The client has a generated copy for the console. */
export interface WebhookPreset {
  /** As users know it. */
  readonly label: string;
  readonly scheme: Exclude<SignatureScheme, 'HMAC'>;
  readonly columns: readonly PresetColumn[];
  /** By default the time when an event is received. */
  readonly timestamp?: string;
  /** Where a redelivery cannot be recognized by its headers. */
  readonly uniqueId?: string;
}

type PresetColumn = Pick<Column, 'name' | 'type' | 'nullable'> & { readonly jsonProperty: string };

const required = (
  name: string,
  jsonProperty: string,
  type: PresetColumn['type'] = 'STRING',
): PresetColumn => ({
  name,
  type,
  nullable: false,
  jsonProperty,
});

const optional = (...given: Parameters<typeof required>): PresetColumn => ({
  ...required(...given),
  nullable: true,
});

/** Standard Webhooks recommends `type` and `timestamp`. Which other keys there are depends on the sender. */
const standardColumns = (idHeader: string) => [
  required('message_id', `$headers.${idHeader}`),
  optional('type', 'type'),
  optional('timestamp', 'timestamp', 'TIMESTAMP'),
];

export const webhookPresets = {
  GITHUB: {
    label: 'GitHub',
    scheme: 'GITHUB',
    columns: [
      required('event', '$headers.x-github-event'),
      optional('delivery', '$headers.x-github-delivery'),
      optional('action', 'action'),
      optional('repository', 'repository.full_name'),
      optional('organization', 'organization.login'),
      optional('sender', 'sender.login'),
    ],
  },
  STRIPE: {
    label: 'Stripe',
    scheme: 'STRIPE',
    columns: [
      required('id', 'id'),
      required('created', 'created', 'TIMESTAMP'),
      required('type', 'type'),
      optional('livemode', 'livemode', 'BOOLEAN'),
      optional('account', 'account'),
      optional('object', 'data.object.object'),
      optional('object_id', 'data.object.id'),
    ],
    timestamp: 'created',
    uniqueId: 'id',
  },
  SHOPIFY: {
    label: 'Shopify',
    scheme: 'SHOPIFY',
    columns: [
      required('topic', '$headers.x-shopify-topic'),
      required('shop', '$headers.x-shopify-shop-domain'),
      optional('webhook_id', '$headers.x-shopify-webhook-id'),
      optional('id', 'id', 'INT64'),
      optional('name', 'name'),
      optional('created_at', 'created_at', 'TIMESTAMP'),
      optional('total_price', 'total_price', 'DOUBLE'),
      optional('currency', 'currency'),
    ],
  },
  SLACK: {
    label: 'Slack',
    scheme: 'SLACK',
    columns: [
      required('event_id', 'event_id'),
      required('event_time', 'event_time', 'TIMESTAMP'),
      optional('team', 'team_id'),
      optional('app', 'api_app_id'),
      optional('type', 'event.type'),
      optional('user', 'event.user'),
      optional('channel', 'event.channel'),
    ],
    timestamp: 'event_time',
    uniqueId: 'event_id',
  },
  SEGMENT: {
    label: 'Segment',
    scheme: 'SEGMENT',
    columns: [
      required('message_id', 'messageId'),
      required('timestamp', 'timestamp', 'TIMESTAMP'),
      required('type', 'type'),
      optional('event', 'event'),
      optional('user_id', 'userId'),
      optional('anonymous_id', 'anonymousId'),
    ],
    timestamp: 'timestamp',
    uniqueId: 'message_id',
  },
  TWILIO: {
    label: 'Twilio',
    scheme: 'TWILIO',
    columns: [
      optional('account_sid', 'AccountSid'),
      optional('message_sid', 'MessageSid'),
      optional('message_status', 'MessageStatus'),
      optional('call_sid', 'CallSid'),
      optional('call_status', 'CallStatus'),
      optional('from', 'From'),
      optional('to', 'To'),
      optional('error_code', 'ErrorCode'),
    ],
  },
  SVIX: { label: 'Svix', scheme: 'SVIX', columns: standardColumns('svix-id') },
  STANDARD_WEBHOOKS: {
    label: 'Standard Webhooks',
    scheme: 'STANDARD_WEBHOOKS',
    columns: standardColumns('webhook-id'),
  },
} as const satisfies Readonly<Record<string, WebhookPreset>>;

import { columnRules } from '../../../catalog/column-rules.js';
import { quarantineDaysMax } from '../../../catalog/quarantine.js';
import { webhookPresets } from '../../../catalog/webhook-presets.js';
import { columnNameRule, columnTypeRule, jsonPropertyRule } from '../../common/column-rule-text.js';
import { newTypeParameters, typeParameters } from '../../common/column-type-schema.js';
import type { DataSourceKind } from '../kind.js';
import { signatureTypes } from './signature-schema.js';

const mutations = /* GraphQL */ `
  """
  Creates a webhook Data Source and its Data Pool, and issues the URL to post events to. Needs the scope
  \`admin\`.
  """
  createWebhookDataSource(
    """
    The new Data Source.
    """
    input: CreateWebhookDataSourceInput!
  ): DataSourceResponse
  """
  Changes a webhook Data Source. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifyWebhookDataSource(
    """
    Which Data Source, and its new values.
    """
    input: ModifyWebhookDataSourceInput!
  ): DataSourceResponse`;

const presetValues = Object.entries(webhookPresets)
  .map(
    ([name, { label, columns }]) =>
      `  """\n  ${label}: the columns ${columns.map((column) => column.name).join(', ')}.\n  """\n  ${name}`,
  )
  .join('\n');

const types = /* GraphQL */ `
"""
A new webhook Data Source. Its Data Pool is created with it, under the same unique name.
"""
input CreateWebhookDataSourceInput {
  """
  Its unique name, by default its identifier.
  """
  uniqueName: String
  """
  What it is for.
  """
  description: String
  """
  How it receives events and stores them.
  """
  connectionSettings: WebhookConnectionSettingsInput!
}

"""
How a webhook Data Source receives events and stores them.
"""
input WebhookConnectionSettingsInput {
  """
  The sender, if it is one that Weir knows. Its \`columns\`, \`timestamp\` and \`uniqueId\` are the defaults, unless \`columns\` are
  given, and its scheme is the default of the \`signature\`.
  """
  preset: WebhookPreset
  """
  The basic authentication that senders must use. If it is absent, or username and password are blank, anyone who
  has the URL can send.
  """
  basicAuth: HttpBasicAuthInput
  """
  How senders must sign their requests. By default they need not sign.
  """
  signature: WebhookSignatureInput
  """
  What happens to the events of a request when some of them cannot be stored. By default REJECT_BATCH.
  """
  errorHandling: ErrorHandling
  """
  The columns that events fill, besides \`_service_received_at\` and \`_service_payload\`: at most
  ${columnRules.columnsMax}.
  """
  columns: [WebhookDataSourceColumnInput!]
  """
  The default timestamp: a ${columnRules.timestampTypes.join(' or ')} column that is not nullable. By default \`_service_received_at\`.
  """
  timestamp: String
  """
  The column that identifies a record; it is not nullable. A record with the same value replaces the earlier one.
  """
  uniqueId: String
  """
  Whether Applications without the scope \`admin\` need an access policy to read the Data Pool, by default false.
  """
  accessControlEnabled: Boolean
  """
  How to build the Data Pool's table.
  """
  tableSettings: TableSettingsInput
}

"""
Senders whose events and signatures Weir knows.
"""
enum WebhookPreset {
${presetValues}
}

"""
A column that events fill.
"""
input WebhookDataSourceColumnInput {
  """
  The column's name, unique in the Data Pool. ${columnNameRule}
  """
  name: String!
  """
  The event's key: a top-level one, or a dotted path such as \`items.0.sku\`. By default the column's name.
  ${jsonPropertyRule}
  """
  jsonProperty: String
  """
  The column's type. ${columnTypeRule}
  """
  type: ColumnType!${newTypeParameters}
  """
  Whether the value may be missing or null, by default false. An event without a required value is refused.
  """
  nullable: Boolean = false
}

"""
HTTP basic authentication. Leave both fields blank for none.
"""
input HttpBasicAuthInput {
  """
  The username.
  """
  username: String
  """
  The password. It cannot be read back.
  """
  password: String
}

"""
New values for a webhook Data Source. Omitted fields keep their values.
"""
input ModifyWebhookDataSourceInput {
  """
  The Data Source to change.
  """
  idOrUniqueName: idOrUniqueName!
  """
  Its new unique name.
  """
  uniqueName: String
  """
  Its new description; an empty string clears it.
  """
  description: String
  """
  How it receives future events.
  """
  connectionSettings: PartialWebhookConnectionSettingsInput
}

"""
New settings for a webhook Data Source. Omitted fields keep their values.
"""
input PartialWebhookConnectionSettingsInput {
  """
  The new basic authentication that senders must use.
  """
  basicAuth: HttpBasicAuthInput
  """
  False removes the basic authentication.
  """
  basicAuthEnabled: Boolean
  """
  How senders must sign their requests from now on, with these secrets instead of the earlier ones.
  """
  signature: WebhookSignatureInput
  """
  False removes the signature: senders need not sign any more.
  """
  signatureEnabled: Boolean
  """
  What happens from now on to the events of a request when some of them cannot be stored. Events that are in quarantine stay
  there.
  """
  errorHandling: ErrorHandling
}

"""
What happens to the events of a request when some of them cannot be stored, because a value is missing or has the wrong type.
"""
enum ErrorHandling {
  """
  The request is refused, and nothing of it is stored.
  """
  REJECT_BATCH
  """
  The other events are stored. Those that cannot be are kept byte for byte with the reasons, for ${quarantineDaysMax} days: see
  \`quarantinedEvents\`.
  """
  QUARANTINE
}

"""
How a webhook Data Source receives events and stores them.
"""
type WebhookConnectionSettings {
  """
  The URL to post events to. Without basic authentication, anyone who has the URL can send.
  """
  webhookUrl: String!
  """
  The basic authentication that senders must use; null for none.
  """
  basicAuth: HttpBasicAuthSettings
  """
  How senders must sign their requests; null if they need not.
  """
  signature: WebhookSignature
  """
  What happens to the events of a request when some of them cannot be stored.
  """
  errorHandling: ErrorHandling!
  """
  The columns that events fill, besides \`_service_received_at\` and \`_service_payload\`.
  """
  columns: [WebhookDataSourceColumn!]!
  """
  The default timestamp column.
  """
  timestamp: String!
  """
  The column that identifies a record, if any.
  """
  uniqueId: String
  """
  How the Data Pool's table is built; null once the Data Pool has been deleted.
  """
  tableSettings: TableSettings
  """
  Whether Applications without the scope \`admin\` need an access policy to read the Data Pool.
  """
  accessControlEnabled: Boolean!
}

"""
The basic authentication of a webhook.
"""
type HttpBasicAuthSettings {
  """
  The username.
  """
  username: String!
  """
  Always null: a password cannot be read back.
  """
  password: String
}

"""
A column that events fill.
"""
type WebhookDataSourceColumn {
  """
  The column's name.
  """
  name: String!
  """
  The event's key, dotted path, or header of the request (\`$headers.…\`), that fills it.
  """
  jsonProperty: String!
  """
  The column's type.
  """
  type: ColumnType!${typeParameters}
  """
  Whether the value may be missing or null.
  """
  nullable: Boolean!
}
`;

/** The webhook kind of Data Source: where events are posted, and which columns they fill. */
export const webhookKind: DataSourceKind = {
  description: 'Receives JSON events over HTTP.',
  settingsType: 'WebhookConnectionSettings',
  mutations,
  types: types + signatureTypes,
};

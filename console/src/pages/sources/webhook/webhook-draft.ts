import {
  type CreateWebhookDataSourceInput,
  columnRules,
  type ErrorHandling,
  type WebhookPreset,
  webhookPresets,
} from '@weir/client';
import { isTimestampType, typeInput } from '../../../format/column-rules.js';
import { addedColumn, type EditedColumn } from '../column-editor.js';
import { noSignature, type SignatureDraft, signatureInput } from './signature-fields.js';

export const timeOfArrival = columnRules.defaultTimestamp;

/** A webhook that is not created yet. */
export interface WebhookDraft {
  /** Undefined for the proposed one. */
  readonly uniqueName: string | undefined;
  readonly description: string;
  readonly preset: WebhookPreset | '';
  readonly columns: readonly EditedColumn[];
  /** Undefined for the proposed one. */
  readonly timestamp: string | undefined;
  readonly uniqueId: string;
  readonly username: string;
  readonly password: string;
  readonly signature: SignatureDraft;
  readonly errorHandling: ErrorHandling;
  readonly accessControlEnabled: boolean;
}

export const emptyDraft: WebhookDraft = {
  uniqueName: undefined,
  description: '',
  preset: '',
  columns: [],
  timestamp: undefined,
  uniqueId: '',
  username: '',
  password: '',
  signature: noSignature,
  errorHandling: 'REJECT_BATCH',
  accessControlEnabled: false,
};

/** What is known of a sender. All of it can be changed. */
export function presetChanges(preset: WebhookPreset | ''): Partial<WebhookDraft> {
  const { columns, timestamp, uniqueId, signature } = emptyDraft;
  if (preset === '') return { preset, columns, timestamp, uniqueId, signature };
  const known = webhookPresets[preset];
  return {
    preset,
    columns: known.columns.map(addedColumn),
    timestamp: known.timestamp ?? timeOfArrival,
    uniqueId: known.uniqueId ?? '',
    signature: { ...noSignature, scheme: known.scheme },
  };
}

/** Those that can be the unique ID: they get one value per event, which is then required. */
export const namedColumns = (columns: readonly EditedColumn[]) =>
  columns.filter(({ chosen, name }) => chosen && name !== '');

export const timeColumns = (columns: readonly EditedColumn[]) =>
  namedColumns(columns).filter(({ type }) => isTimestampType(type));

const usualTime = /^(timestamp|time|ts|date|event_?time|event_?date|occurred_?at|created_?at|created)$/i;

/** The chosen timestamp while it is offered. Otherwise a time that every event of the sample has, or the time of arrival. */
export function timestampOf({ timestamp, columns }: WebhookDraft): string {
  const offered = timeColumns(columns);
  if (timestamp === timeOfArrival || offered.some(({ name }) => name === timestamp))
    return timestamp ?? timeOfArrival;
  const complete = offered.filter(({ values, missing }) => values.length > 0 && missing === 0);
  const times = complete.filter(({ type }) => type === 'TIMESTAMP');
  const best = times.find(({ jsonProperty }) => usualTime.test(jsonProperty)) ?? times[0] ?? complete[0];
  return best?.name ?? timeOfArrival;
}

/** Empty while its column is not offered. */
export const uniqueIdOf = ({ uniqueId, columns }: WebhookDraft): string =>
  namedColumns(columns).some(({ name }) => name === uniqueId) ? uniqueId : '';

/** A page cannot sign events, so it cannot send the sample either. */
export const canSend = ({ signature }: WebhookDraft) => signature.scheme === '';

export function inputOf(draft: WebhookDraft, uniqueName: string): CreateWebhookDataSourceInput {
  const { username, password, description, errorHandling, accessControlEnabled } = draft;
  const timestamp = timestampOf(draft);
  const uniqueId = uniqueIdOf(draft);
  const columns = draft.columns
    .filter(({ chosen }) => chosen)
    .map(({ name, jsonProperty, nullable, ...declared }) => ({
      name,
      ...typeInput(declared),
      // A record must have its timestamp and its unique ID.
      nullable: nullable && name !== timestamp && name !== uniqueId,
      ...(jsonProperty !== '' && { jsonProperty }),
    }));
  const signature = signatureInput(draft.signature);
  return {
    ...(uniqueName.trim() !== '' && { uniqueName: uniqueName.trim() }),
    ...(description !== '' && { description }),
    connectionSettings: {
      columns,
      timestamp,
      ...(uniqueId !== '' && { uniqueId }),
      ...((username !== '' || password !== '') && { basicAuth: { username, password } }),
      ...(signature && { signature }),
      errorHandling,
      accessControlEnabled,
    },
  };
}

import type { Service } from './service.js';
import type { Sent } from './webhook.js';

export interface ShownReceipt {
  readonly id: string;
  readonly receivedAt: string;
  readonly [field: string]: unknown;
}

const receiptQuery = `query ($id: ID!) { receipt(id: $id) {
  id receivedAt verification statusCode reason storedEvents quarantinedEvents duplicateEvents refusedEvents
  dataSource { id } dataPool { id }
} }`;

/** The ID in the header of an answer. */
export function receiptOf({ headers }: Pick<Sent, 'headers'>): string {
  const id = headers.get('weir-receipt');
  if (!id?.startsWith('RCP')) throw new Error(`The answer has no receipt, but ${id}`);
  return id;
}

/** The receipt of an answer, as the API shows it. */
export async function shownReceipt(service: Service, answer: Pick<Sent, 'headers'>): Promise<ShownReceipt> {
  const id = receiptOf(answer);
  return (await service.request<{ receipt: ShownReceipt }>(receiptQuery, { id })).receipt;
}

export interface ShownEventReceipt {
  readonly receipt: { readonly id: string };
  readonly eventIndex: number;
  readonly state: string;
  readonly jobs: readonly { readonly id: string }[];
  readonly replacedBy: { readonly id: string } | null;
}

export const eventReceiptsQuery = `query ($uniqueId: String!, $dataPool: DataPoolInput) {
  eventReceipts(uniqueId: $uniqueId, dataPool: $dataPool) { receipt { id } eventIndex state jobs { id } replacedBy { id } }
}`;

/** The receipts of the events with a unique ID, as the API shows them. */
export async function eventReceipts(
  service: Service,
  uniqueId: string,
  dataPool?: object,
): Promise<ShownEventReceipt[]> {
  const variables = { uniqueId, dataPool };
  const answer = await service.request<{ eventReceipts: ShownEventReceipt[] }>(eventReceiptsQuery, variables);
  return answer.eventReceipts;
}

import type { Service } from './service.js';

export interface WebhookColumn {
  readonly name: string;
  readonly type: string;
  readonly precision?: number;
  readonly scale?: number;
  readonly jsonProperty?: string;
  readonly nullable?: boolean;
}

export interface Webhook {
  readonly dataSourceId: string;
  readonly dataPoolId: string;
  readonly environmentId: string;
  /** `/v1/<key>`: the service may come back on another port. */
  readonly path: string;
  /** `database`.`table` of the Data Pool. */
  readonly table: string;
}

const creation = `mutation ($input: CreateWebhookDataSourceInput!) {
  createWebhookDataSource(input: $input) { dataSource {
    id environment { id } dataPools { nodes { id status } }
    connectionSettings { ... on WebhookConnectionSettings { webhookUrl } }
  } }
}`;

interface Created {
  createWebhookDataSource: {
    dataSource: {
      id: string;
      environment: { id: string };
      dataPools: { nodes: { id: string; status: string }[] };
      connectionSettings: { webhookUrl: string };
    };
  };
}

let webhooks = 0;

export interface NewWebhook {
  readonly uniqueName?: string;
  readonly authorization?: string;
}

export async function createWebhook(
  service: Service,
  columns: readonly WebhookColumn[] = [],
  settings: Record<string, unknown> = {},
  { uniqueName = newName(), authorization }: NewWebhook = {},
): Promise<Webhook> {
  const complete = columns.map((column) => ({ jsonProperty: column.name, nullable: true, ...column }));
  const input = { uniqueName, connectionSettings: { columns: complete, ...settings } };
  const created = await service.request<Created>(creation, { input }, authorization);
  const { id, environment, dataPools, connectionSettings } = created.createWebhookDataSource.dataSource;
  const pool = dataPools.nodes[0];
  if (pool?.status !== 'LIVE') throw new Error(`The Data Pool of ${uniqueName} is ${pool?.status}`);
  return {
    dataSourceId: id,
    dataPoolId: pool.id,
    environmentId: environment.id,
    path: new URL(connectionSettings.webhookUrl).pathname,
    table: `\`${environment.id}\`.\`${pool.id}\``,
  };
}

function newName(): string {
  webhooks += 1;
  return `webhook_${process.pid}_${webhooks}_${Date.now()}`;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Posts a body as JSON unless the headers say otherwise. */
export async function post(
  { url }: Pick<Service, 'url'>,
  path: string,
  body: string | Uint8Array | object,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: (isText ? body : JSON.stringify(body)) as string,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

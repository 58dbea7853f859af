import { expect } from 'vitest';
import type { Service } from './service.js';
import { stored } from './stored.js';
import type { Webhook } from './webhook.js';

export interface View {
  readonly id: string;
  readonly uniqueName: string;
  readonly description: string | null;
  readonly sql: string;
  readonly status: string;
  readonly progress: number;
  readonly error: { readonly message: string } | null;
  readonly source: { readonly id: string };
  readonly destination: {
    readonly id: string;
    readonly uniqueName: string;
    readonly environment: { id: string };
  };
}

export const viewFields =
  'id uniqueName description sql status progress error { message } source { id } destination { id uniqueName environment { id } }';

export async function createView(service: Service, input: object): Promise<View> {
  const { createMaterializedView } = await service.request<{
    createMaterializedView: { materializedView: View };
  }>(
    `mutation ($input: CreateMaterializedViewInput!) {
      createMaterializedView(input: $input) { materializedView { ${viewFields} } } }`,
    { input },
  );
  return createMaterializedView.materializedView;
}

export async function findView(service: Service, id: string): Promise<View> {
  const { materializedView } = await service.request<{ materializedView: View }>(
    `query ($id: ID!) { materializedView(id: $id) { ${viewFields} } }`,
    { id },
  );
  return materializedView;
}

export const statusBecomes = (service: Service, id: string, status: string, timeout = 30_000) =>
  expect.poll(async () => (await findView(service, id)).status, { timeout }).toBe(status);

/** `database`.`table` of the view's destination. */
export const tableOf = ({ destination: { id, environment } }: View) => `\`${environment.id}\`.\`${id}\``;

/** Waits until a statement over the destination gives the same rows as one over the source. */
export async function expectSame(
  service: Service,
  source: Webhook,
  view: View,
  [overSource, overDestination]: readonly [string, string],
  timeout = 30_000,
): Promise<void> {
  const read = async (statement: string, table: string) =>
    await stored(service, statement.replace('$table', table));
  await expect
    .poll(
      async () => {
        const wanted = await read(overSource, source.table);
        const found = await read(overDestination, tableOf(view));
        const differing = (rows: typeof wanted, others: typeof wanted) => {
          const known = new Set(others.map(String));
          return rows
            .map(String)
            .filter((row) => !known.has(row))
            .slice(0, 3);
        };
        return String(wanted) === String(found)
          ? 'same'
          : {
              view: await findView(service, view.id),
              missing: differing(wanted, found),
              unexpected: differing(found, wanted),
              rows: found.length,
            };
      },
      { timeout },
    )
    .toBe('same');
}

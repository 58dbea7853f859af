import type { DataSourceType } from '@weir/client';
import type { ComponentType } from 'react';
import type { ShownSource } from './shown-source.js';
import { EditWebhookDialog } from './webhook/edit-webhook-dialog.js';
import { NewWebhookPage } from './webhook/new-webhook-page.js';
import { WebhookPanels } from './webhook/webhook-panels.js';

interface SourceKind {
  readonly label: string;
  readonly NewPage: ComponentType;
  /** What the page of one shows. */
  readonly Panels: ComponentType<{ source: ShownSource }>;
  readonly EditDialog: ComponentType<{ source: ShownSource; onClose: () => void }>;
  /** What deleting one does beside deleting its Data Pool. */
  readonly onDelete: string;
}

/** The schema reserves S3; none can be created yet. */
type ShownType = Exclude<DataSourceType, 'S3'>;

const sourceKinds: { readonly [type in ShownType]: SourceKind } = {
  WEBHOOK: {
    label: 'webhook source',
    NewPage: NewWebhookPage,
    Panels: WebhookPanels,
    EditDialog: EditWebhookDialog,
    onDelete: 'Its webhook stops accepting events immediately.',
  },
};

export const shownTypes = Object.keys(sourceKinds) as readonly ShownType[];

/** A webhook, unless the type says otherwise. */
export const sourceKindOf = (type: string | null): SourceKind =>
  sourceKinds[shownTypes.find((shown) => shown === type) ?? 'WEBHOOK'];

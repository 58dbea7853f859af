import type { DataSourceType } from '@weir/client';
import type { ComponentType } from 'react';
import { NewViewPage } from '../views/new-view-page.js';
import type { ShownSource } from './shown-source.js';
import { ViewSourcePanels } from './view-source-panels.js';
import { EditWebhookDialog } from './webhook/edit-webhook-dialog.js';
import { NewWebhookPage } from './webhook/new-webhook-page.js';
import { WebhookPanels } from './webhook/webhook-panels.js';

interface SourceKind {
  readonly label: string;
  readonly NewPage: ComponentType;
  /** The content of a Data Source's page. */
  readonly Panels: ComponentType<{ source: ShownSource }>;
  /** Absent where there is nothing to edit. */
  readonly EditDialog?: ComponentType<{ source: ShownSource; onClose: () => void }>;
  /** What a deletion does in addition to deleting the Data Pool. */
  readonly onDelete: string;
}

/** The schema reserves S3, which cannot be created yet. */
type ShownType = Exclude<DataSourceType, 'S3'>;

const sourceKinds: { readonly [type in ShownType]: SourceKind } = {
  WEBHOOK: {
    label: 'webhook source',
    NewPage: NewWebhookPage,
    Panels: WebhookPanels,
    EditDialog: EditWebhookDialog,
    onDelete: 'Its webhook stops accepting events immediately.',
  },
  MATERIALIZED_VIEW: {
    label: 'materialized view',
    NewPage: NewViewPage,
    Panels: ViewSourcePanels,
    onDelete: 'Its materialized view must be deleted first.',
  },
};

export const shownTypes = Object.keys(sourceKinds) as readonly ShownType[];

/** By default a webhook. */
export const sourceKindOf = (type: string | null): SourceKind =>
  sourceKinds[shownTypes.find((shown) => shown === type) ?? 'WEBHOOK'];

import type { DataSourceType } from '@weir/client';
import type { ComponentType } from 'react';
import { NewViewPage } from '../views/new-view-page.js';
import { EditS3Dialog } from './s3/edit-s3-dialog.js';
import { NewS3Page } from './s3/new-s3-page.js';
import { S3Panels } from './s3/s3-panels.js';
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

const sourceKinds: { readonly [type in DataSourceType]: SourceKind } = {
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
  S3: {
    label: 'S3 source',
    NewPage: NewS3Page,
    Panels: S3Panels,
    EditDialog: EditS3Dialog,
    onDelete: 'The files in the bucket stay.',
  },
};

export const shownTypes = Object.keys(sourceKinds) as readonly DataSourceType[];

/** By default a webhook. */
export const sourceKindOf = (type: string | undefined): SourceKind =>
  sourceKinds[shownTypes.find((shown) => shown === type) ?? 'WEBHOOK'];

import type { DataSourcePartsFragment } from '@weir/client';

export type ShownSource = DataSourcePartsFragment;

export { createWeirClient, type RequestOptions, type WeirClient, type WeirClientOptions } from './client.js';
export {
  type CreatedDataPool,
  createDataPool,
  readDataPoolDefinition,
  type SavedDataPool,
  type SavedMetric,
} from './data-pool-definition.js';
export { type EmbedOptions, embedDashboard } from './embed-dashboard.js';
export type { ExportedFile, ExportFileInput } from './export-file.js';
export type { LoadContent } from './file-parts.js';
export { type FileType, fileTypeOf, type LoadCompression, type LoadFormat } from './file-type.js';
export { type FormatOptions, formatValue, type ValueFormat } from './format-value.js';
export * from './generated/definitions.js';
export * from './generated/operations.js';
export type { Fetch } from './http.js';
export type { LoadFileOptions, LoadProgress, LoadResult } from './load-file.js';
export type { FilePreview, PreviewFileOptions } from './preview-file.js';
export type { RetryOptions } from './retry.js';
export type { EventResult, SendEventsOptions } from './send-events.js';
export type { SubscribeOptions } from './subscribe.js';
export type { AccessToken, Credentials } from './token-source.js';
export { type TypedDocument, typedDocument } from './typed-document.js';
export { type GraphqlErrorEntry, WeirError, type WeirErrorCode } from './weir-error.js';

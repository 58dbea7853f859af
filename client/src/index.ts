export { createWeirClient, type RequestOptions, type WeirClient, type WeirClientOptions } from './client.js';
export * from './generated/definitions.js';
export * from './generated/operations.js';
export type { Fetch } from './http.js';
export type { RetryOptions } from './retry.js';
export type { EventResult, SendEventsOptions } from './send-events.js';
export type { AccessToken, Credentials } from './token-source.js';
export { type TypedDocument, typedDocument } from './typed-document.js';
export { type GraphqlErrorEntry, WeirError, type WeirErrorCode } from './weir-error.js';

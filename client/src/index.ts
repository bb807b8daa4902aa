export { ApiError, type FieldError } from './api-error.js';
export { type Client, createClient, type FileResult, pathOf } from './client.js';
export type { StreamEvent } from './event-stream.js';
export { addOperations, type ClientOptions } from './send.js';
export type { components } from './schema.js';
export type {
  BodyOf,
  CallInput,
  CallResult,
  DataOf,
  MetadataOf,
  OperationId,
  PathOf,
  QueryOf,
  RowOf,
  WebhookBody,
  WebhookName,
  WebhookSide,
} from './types.js';

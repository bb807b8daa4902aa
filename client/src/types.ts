import type { operations as declared, webhooks } from './schema.js';

/** Shapes of operations, by their ids. */

export type operations = declared;
export type OperationId = keyof operations;

type Parameters<Id extends OperationId, In extends string> = operations[Id] extends {
  parameters: { [K in In]?: infer Found };
}
  ? NonNullable<Found> extends never
    ? undefined
    : NonNullable<Found>
  : undefined;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
type Responses<Id extends OperationId> = operations[Id]['responses'];
type SuccessStatus<Id extends OperationId> = Extract<keyof Responses<Id>, 200 | 201 | 202>;
type Success<Id extends OperationId> = JsonOf<Responses<Id>[SuccessStatus<Id>]>;

/** What a call returns: the `data` of the envelope; where there is no envelope, the body. */
export type DataOf<Id extends OperationId> =
  Success<Id> extends { data: infer Data; statusCode: number } ? Data : Success<Id>;

/** The paging of a list. */
export type MetadataOf<Id extends OperationId> =
  Success<Id> extends { metadata: infer Metadata } ? Metadata : undefined;

/** One entry of a list. */
export type RowOf<Id extends OperationId> = DataOf<Id> extends readonly (infer Row)[] ? Row : never;

export type QueryOf<Id extends OperationId> = Parameters<Id, 'query'>;
export type PathOf<Id extends OperationId> = Parameters<Id, 'path'>;
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: infer Content };
}
  ? Content extends { 'application/json': infer Json }
    ? Json
    : Content extends { 'multipart/form-data': unknown }
      ? FormData
      : undefined
  : undefined;

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: a write that is repeated with it happens once. */
  idempotencyKey?: string;
  /** Sent as `If-Match`. */
  ifMatch?: string;
  headers?: Record<string, string>;
}

export type CallInput<Id extends OperationId> = Given<'path', PathOf<Id>> &
  Given<'query', QueryOf<Id>> &
  Given<'body', BodyOf<Id>> &
  CallOptions;

/** The input of a call, which may be left out where nothing in it is needed. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>];

export interface CallResult<Id extends OperationId> {
  data: DataOf<Id>;
  metadata: MetadataOf<Id>;
  status: number;
  requestId: string | null;
  /** The `ETag` of what was read, for `ifMatch`. */
  etag: string | null;
}

/** Who an endpoint of webhooks belongs to: the operator, or a vendor. */
export type WebhookSide = 'admin' | 'vendor';

/** The events that an endpoint of one side can get. */
export type WebhookName<Side extends WebhookSide> = keyof webhooks extends infer Key
  ? Key extends `${Side}.${infer Name}`
    ? Name
    : never
  : never;

/** The body of a webhook, once its signature was verified: `WebhookBody<'admin', 'order.paid'>`. */
export type WebhookBody<
  Side extends WebhookSide,
  Name extends WebhookName<Side>,
> = `${Side}.${Name}` extends infer Key
  ? Key extends keyof webhooks
    ? webhooks[Key] extends { post: { requestBody: { content: { 'application/json': infer Body } } } }
      ? Body
      : never
    : never
  : never;

import { type StreamEvent, readEvents } from './event-stream.js';
import { readPages } from './pages.js';
import { type AnyInput, type ClientOptions, createSend, entryOf } from './send.js';
import type { CallArguments, CallResult, DataOf, OperationId, RowOf } from './types.js';

/** A file as the server names it. */
export interface FileResult {
  blob: Blob;
  name: string | null;
  type: string;
}

export interface Client {
  /** Calls an operation. @throws ApiError */
  call<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): Promise<CallResult<Id>>;
  /** The `data` of a call alone. @throws ApiError */
  data<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): Promise<DataOf<Id>>;
  /** Every page of a list. @throws ApiError */
  pages<Id extends OperationId>(
    id: Id,
    ...input: CallArguments<Id>
  ): AsyncGenerator<CallResult<Id>, void, void>;
  /** Every row of a list, page by page. @throws ApiError */
  rows<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): AsyncGenerator<RowOf<Id>, void, void>;
  /** The events of a stream, until it ends, the loop is left or the signal aborts. @throws ApiError */
  events<Id extends OperationId>(
    id: Id,
    ...input: CallArguments<Id>
  ): AsyncGenerator<StreamEvent, void, void>;
  /** A file. @throws ApiError */
  file<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): Promise<FileResult>;
}

/** A client of the API. docs/client.md shows what it is for. */
export function createClient(options: ClientOptions = {}): Client {
  const send = createSend(options);

  async function call(id: OperationId, input: AnyInput = {}) {
    const response = await send(id, input);
    const text = await response.text();
    const body = (text === '' ? null : JSON.parse(text)) as Record<string, unknown> | null;
    const enveloped = body !== null && 'data' in body && 'statusCode' in body;
    return {
      data: enveloped ? body['data'] : body,
      metadata: enveloped ? body['metadata'] : undefined,
      status: response.status,
      requestId: response.headers.get('x-request-id'),
      etag: response.headers.get('etag'),
    };
  }

  const client = {
    call,
    data: async (id: OperationId, input?: AnyInput) => (await call(id, input)).data,
    pages: (id: OperationId, input: AnyInput = {}) => readPages(call, id, input),
    async *rows(id: OperationId, input: AnyInput = {}) {
      for await (const { data } of readPages(call, id, input)) yield* data as unknown[];
    },
    async *events(id: OperationId, input: AnyInput = {}) {
      yield* readEvents(await send(id, input, 'text/event-stream'));
    },
    async file(id: OperationId, input: AnyInput = {}): Promise<FileResult> {
      const response = await send(id, input, '*/*');
      return {
        blob: await response.blob(),
        name: fileName(response.headers.get('content-disposition')),
        type: response.headers.get('content-type') ?? 'application/octet-stream',
      };
    },
  };
  return client as unknown as Client;
}

/** The address of an operation, for a link or a picture. */
export function pathOf(id: OperationId, path: Record<string, string> = {}): string {
  const [, template] = entryOf(id);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
}

function fileName(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null;
}

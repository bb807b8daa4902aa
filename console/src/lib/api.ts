import {
  type CallInput,
  type CallResult,
  ApiError,
  createClient,
  type DataOf,
  type OperationId,
} from 'haat-client';
import { recordEngineState } from './engine.js';
import { keepTag } from './edit-tag.js';
import { requestStepUp, stepUpOf } from './step-up.js';

/** The one client of the console; the browser sends the session cookie. */
export const client = createClient();

type Listener = () => void;
const signedOut = new Set<Listener>();

/** Calls `listener` when a response says that there is no session any more. */
export function onSignedOut(listener: Listener): () => void {
  signedOut.add(listener);
  return () => signedOut.delete(listener);
}

/**
 * Calls an operation. Where it needs a more recent sign-in, a dialog asks for it, and the same call is sent once more, with
 * the same idempotency key. @throws ApiError
 */
export async function call<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<CallResult<Id>> {
  // The input is optional where nothing in it is needed, which only the signature can say.
  const send = () => (client.call as (name: Id, given?: CallInput<Id>) => Promise<CallResult<Id>>)(id, input);
  try {
    const result = await send();
    recordEngineState(id);
    keepTag(result.data, result.etag);
    return result;
  } catch (error) {
    recordEngineState(id, error);
    const step = stepUpOf(error);
    if (step) {
      await requestStepUp(step, error as ApiError);
      return send();
    }
    if (error instanceof ApiError && error.status === 401) for (const listener of signedOut) listener();
    throw error;
  }
}

export async function data<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<DataOf<Id>> {
  return (await call(id, input)).data;
}

export interface AnyInput {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
  ifMatch?: string;
}

export interface AnyResult {
  data: unknown;
  metadata: Record<string, unknown> | undefined;
}

/** An operation that only the declarations name. @throws ApiError */
export function callAny(id: string, input: AnyInput = {}): Promise<AnyResult> {
  return call(id as OperationId, input as never) as Promise<AnyResult>;
}

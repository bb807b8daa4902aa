import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers, type Payload } from '@temporalio/common';

/** In this header starts and signals keep the key of the hand-over that made them. */
const HEADER = 'haat-event';
/** The clocks of database and engine need not agree. */
const SKEW_MS = 60_000;
/** Runs of one id that are looked through, newest first: far more than those since one event. */
const MAX_RUNS = 50;

const keys = new AsyncLocalStorage<string | undefined>();

/** Starts and signals inside `work` carry the key. */
export function withEventKey<T>(key: string | undefined, work: () => Promise<T>): Promise<T> {
  return key === undefined ? work() : keys.run(key, work);
}

function withHeader<Input extends { headers: Headers }>(input: Input): Input {
  const key = keys.getStore();
  if (key === undefined) return input;
  return { ...input, headers: { ...input.headers, [HEADER]: defaultPayloadConverter.toPayload(key) } };
}

export const eventKeys: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => next(withHeader(input)),
  signalWithStart: (input, next) => next(withHeader(input)),
};

interface WithHeader {
  header?: { fields?: Record<string, Payload> | null } | null;
}

function carries(attributes: WithHeader | null | undefined, key: string): boolean {
  const payload = attributes?.header?.fields?.[HEADER];
  return payload !== undefined && defaultPayloadConverter.fromPayload(payload) === key;
}

/** Whether the history of a run shows the key, at its start or at a signal. */
async function runCarries(client: Client, workflowId: string, runId: string, key: string): Promise<boolean> {
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      nextPageToken,
    });
    for (const event of page.history?.events ?? []) {
      if (carries(event.workflowExecutionStartedEventAttributes as WithHeader, key)) return true;
      if (carries(event.workflowExecutionSignaledEventAttributes as WithHeader, key)) return true;
    }
    nextPageToken = page.nextPageToken?.length ? page.nextPageToken : undefined;
  } while (nextPageToken);
  return false;
}

/**
 * Whether a run of the id has had the key. The engine's list of runs follows a moment later, so the newest run is asked
 * for by itself.
 */
export async function hasReceived(
  client: Client,
  workflowId: string,
  key: string,
  since: Date,
): Promise<boolean> {
  const newest = await client.workflow
    .getHandle(workflowId)
    .describe()
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'WorkflowNotFoundError') return undefined;
      throw error;
    });
  if (!newest) return false;
  if (await runCarries(client, workflowId, newest.runId, key)) return true;
  let seen = 0;
  for await (const run of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
    if ((seen += 1) > MAX_RUNS) break;
    const endedBefore = run.closeTime && run.closeTime.getTime() < since.getTime() - SKEW_MS;
    if (endedBefore || run.runId === newest.runId) continue;
    if (await runCarries(client, workflowId, run.runId, key)) return true;
  }
  return false;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isGrpcServiceError, ScheduleAlreadyRunning } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import proto from '@temporalio/proto';
import { CORE_QUEUE } from '#lib/workflow/contract.js';
import { searchAttributeKeys, startAttributes } from '#lib/workflow/search-attributes.js';
import { schedules } from '#workflows/schedules.js';

/** How long ended runs can be looked at. */
const RETENTION_SECONDS = 30 * 24 * 60 * 60;
const ALREADY_EXISTS = 6;
const NOT_FOUND = 5;
/** How long the engine may take to notice a namespace that it has just registered, on a busy machine. */
const NOTICED_MS = 60_000;
const AGAIN_MS = 200;
/**
 * What was due while the engine was away runs when it is back: a nightly run of yesterday, and of what is due every minute
 * the first time alone, because the others find it running (`SKIP`).
 */
const CATCH_UP = '26h' as const;
// A CommonJS package whose names Node cannot see: it has a default export only.
const { INDEXED_VALUE_TYPE_KEYWORD } = proto.temporal.api.enums.v1.IndexedValueType;

/**
 * Namespace with its retention, search attributes, schedules. Safe to repeat, and to run from two places at once.
 * @param settle what comes first once there is a namespace: it may refuse by throwing
 */
export async function setUpEngine(
  client: Client,
  namespace: string,
  settle: () => Promise<void> = async () => undefined,
): Promise<void> {
  await ensureNamespace(client, namespace);
  await onceNoticed(() => client.workflowService.countWorkflowExecutions({ namespace }));
  await settle();
  await onceNoticed(() => ensureSearchAttributes(client, namespace));
  await onceNoticed(() => ensureSchedules(client));
}

async function ensureNamespace(client: Client, namespace: string): Promise<void> {
  const workflowExecutionRetentionPeriod = { seconds: RETENTION_SECONDS as never };
  try {
    await client.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  } catch (error) {
    if (!isGrpcServiceError(error) || Number(error.code) !== ALREADY_EXISTS) throw error;
    await client.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: workflowExecutionRetentionPeriod },
    });
  }
}

/**
 * Repeats a step until the service of the engine behind it has noticed the namespace: each has its own cache, which keeps
 * for seconds that a namespace was not there when somebody asked.
 */
async function onceNoticed(step: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + NOTICED_MS; ; await sleep(AGAIN_MS)) {
    try {
      await step();
      return;
    } catch (error) {
      const isUnnoticed =
        error instanceof NamespaceNotFoundError ||
        (isGrpcServiceError(error) && Number(error.code) === NOT_FOUND);
      if (!isUnnoticed || Date.now() >= until) throw error;
    }
  }
}

async function ensureSearchAttributes(client: Client, namespace: string): Promise<void> {
  const { operatorService } = client.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributeKeys).filter((key) => !(key.name in customAttributes));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map((key) => [key.name, INDEXED_VALUE_TYPE_KEYWORD]));
  await operatorService.addSearchAttributes({ namespace, searchAttributes });
}

/** Creates what is missing and brings what is there up to date, leaving an operator's pause as it is. */
async function ensureSchedules(client: Client): Promise<void> {
  for (const { id, spec, contract, input, note } of schedules) {
    const action = {
      type: 'startWorkflow' as const,
      workflowType: contract.name,
      workflowId: contract.id(input),
      args: [input],
      taskQueue: CORE_QUEUE,
      typedSearchAttributes: startAttributes(contract, input),
      // What the schedule is for says more than its workflow, which many schedules share.
      staticSummary: note,
    };
    const policies = { overlap: 'SKIP' as const, catchupWindow: CATCH_UP };
    try {
      await client.schedule.create({ scheduleId: id, spec, action, policies, state: { note } });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await client.schedule
        .getHandle(id)
        .update((previous) => ({ ...previous, spec, action, policies, state: previous.state }));
    }
  }
}

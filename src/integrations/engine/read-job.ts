import { decodeSearchAttributes } from '@temporalio/common/lib/converter/payload-search-attributes.js';
import { optionalTsToDate, requiredTsToDate } from '@temporalio/common/lib/time.js';
import proto from '@temporalio/proto';
import {
  type Job,
  jobStatusNames,
  type JobRun,
  type PendingActivity,
  type PendingState,
} from '#domain/jobs/job.js';
import { jobFields } from '#domain/jobs/job-query.js';
import { outcomes } from '#domain/_shared/outcome.js';
import { readFailure } from './read-failure.js';

// A CommonJS package whose names Node cannot see: it has a default export only.
const { WorkflowExecutionStatus: Status, PendingActivityState: State } = proto.temporal.api.enums.v1;

export type ExecutionInfo = proto.temporal.api.workflow.v1.IWorkflowExecutionInfo;
export type Description = proto.temporal.api.workflowservice.v1.IDescribeWorkflowExecutionResponse;
export type HistoryEvent = proto.temporal.api.history.v1.IHistoryEvent;

const statuses: Readonly<Record<number, JobRun['status']>> = {
  [Status.WORKFLOW_EXECUTION_STATUS_RUNNING]: 'running',
  [Status.WORKFLOW_EXECUTION_STATUS_COMPLETED]: 'completed',
  [Status.WORKFLOW_EXECUTION_STATUS_FAILED]: 'failed',
  [Status.WORKFLOW_EXECUTION_STATUS_CANCELED]: 'cancelled',
  [Status.WORKFLOW_EXECUTION_STATUS_TERMINATED]: 'terminated',
  [Status.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW]: 'continued',
  [Status.WORKFLOW_EXECUTION_STATUS_TIMED_OUT]: 'timed_out',
  [Status.WORKFLOW_EXECUTION_STATUS_PAUSED]: 'paused',
};

/** A run as a list or a description names it. */
export function readRun(info: ExecutionInfo): JobRun {
  const attributes = decodeSearchAttributes(info.searchAttributes?.indexedFields);
  const attribute = (field: string) => {
    const [value] = attributes[jobFields[field] ?? ''] ?? [];
    return value === undefined ? null : String(value);
  };
  const parent = info.parentExecution;
  return {
    workflowId: info.execution?.workflowId ?? '',
    runId: info.execution?.runId ?? '',
    type: info.type?.name ?? '',
    status: statuses[Number(info.status)] ?? jobStatusNames[0],
    startedAt: requiredTsToDate(info.startTime, 'startTime'),
    closedAt: optionalTsToDate(info.closeTime) ?? null,
    outcome: outcomes.find((outcome) => outcome === attribute('outcome')) ?? null,
    entities: {
      orderId: attribute('orderId'),
      orderNumber: attribute('orderNumber'),
      vendorId: attribute('vendorId'),
      productId: attribute('productId'),
      customerId: attribute('customerId'),
    },
    parent: parent?.workflowId ? { workflowId: parent.workflowId, runId: parent.runId ?? '' } : null,
  };
}

/** Why a run ended, by its last event. */
export function readEnd(event: HistoryEvent | undefined): string | null {
  if (!event) return null;
  const failed = event.workflowExecutionFailedEventAttributes;
  if (failed) return readFailure(failed.failure);
  if (event.workflowExecutionTimedOutEventAttributes) return 'It took longer than it may';
  if (event.workflowExecutionTerminatedEventAttributes)
    return 'It was ended by an operator of the engine, without a chance to clean up';
  return null;
}

export function readPending(description: Description): PendingActivity[] {
  return (description.pendingActivities ?? []).map((item) => ({
    type: item.activityType?.name ?? '',
    state: stateOf(Number(item.state), item.attempt ?? 1),
    attempt: item.attempt ?? 1,
    maximumAttempts: item.maximumAttempts || null,
    lastFailure: readFailure(item.lastFailure),
    nextAttemptAt: optionalTsToDate(item.nextAttemptScheduleTime) ?? null,
    lastStartedAt: optionalTsToDate(item.lastStartedTime) ?? null,
  }));
}

function stateOf(state: number, attempt: number): PendingState {
  if (state === Number(State.PENDING_ACTIVITY_STATE_STARTED)) return 'running';
  if (state === Number(State.PENDING_ACTIVITY_STATE_CANCEL_REQUESTED)) return 'cancelling';
  if (state === Number(State.PENDING_ACTIVITY_STATE_SCHEDULED)) return attempt > 1 ? 'backing_off' : 'queued';
  return 'paused';
}

/** Failed attempts in a row of the workflow's own code. */
export function failingTaskAttempts({ pendingWorkflowTask }: Description): number {
  return Math.max(Number(pendingWorkflowTask?.attempt ?? 1) - 1, 0);
}

/** Whether a run only waits, and why: a retried activity shows it. */
export function explainRunning(description: Description): Pick<Job, 'waiting' | 'stuck' | 'idle' | 'reason'> {
  const attempts = failingTaskAttempts(description);
  if (attempts > 0) {
    return {
      waiting: true,
      stuck: true,
      idle: false,
      reason: `The workflow’s code fails (${attempts} times in a row); its history says with what`,
    };
  }
  const pending = readPending(description);
  const trying = pending.find(({ state }) => state === 'running' || state === 'queued');
  const failing = pending.find(({ lastFailure }) => lastFailure !== null);
  const waiting = failing !== undefined && trying === undefined;
  const { pendingWorkflowTask, pendingChildren = [] } = description;
  const idle = pending.length === 0 && !pendingWorkflowTask && !pendingChildren?.length;
  return { waiting, stuck: false, idle, reason: failing?.lastFailure ?? null };
}

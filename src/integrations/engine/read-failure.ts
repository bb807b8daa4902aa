import proto from '@temporalio/proto';
import { readableReason } from '#domain/jobs/readable-reason.js';

// A CommonJS package whose names Node cannot see: it has a default export only.
const { TimeoutType } = proto.temporal.api.enums.v1;

/** As much of the engine's failures as is read here. */
export interface EngineFailure {
  message?: string | null;
  cause?: EngineFailure | null;
  applicationFailureInfo?: { type?: string | null } | null;
  timeoutFailureInfo?: { timeoutType?: number | null } | null;
  activityFailureInfo?: { activityType?: { name?: string | null } | null } | null;
}

const timeouts: Readonly<Record<number, string>> = {
  [TimeoutType.TIMEOUT_TYPE_START_TO_CLOSE]: 'took longer than an attempt may',
  [TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START]: 'found no worker in time',
  [TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE]: 'did not succeed within the time it had',
  [TimeoutType.TIMEOUT_TYPE_HEARTBEAT]: 'was given up: its worker fell silent',
};

/**
 * A failure in one sentence. Failures come wrapped ("Activity task failed") around what went wrong: the words are those
 * of the innermost error of the platform, the activity's name is put before a time-out, which has no name.
 */
export function readFailure(failure: EngineFailure | null | undefined): string | null {
  if (!failure) return null;
  let activity: string | undefined;
  let notified: EngineFailure = failure;
  for (let item: EngineFailure | null | undefined = failure; item; item = item.cause) {
    activity = item.activityFailureInfo?.activityType?.name ?? activity;
    const wraps = item.activityFailureInfo !== null && item.activityFailureInfo !== undefined;
    if (!wraps) {
      notified = item;
      break;
    }
  }
  const timeout = notified.timeoutFailureInfo;
  if (timeout) return `${activity ?? 'It'} ${timeouts[Number(timeout.timeoutType)] ?? 'timed out'}`;
  return readableReason(notified.message || 'It failed without a word');
}

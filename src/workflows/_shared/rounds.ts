import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
} from '@temporalio/workflow';
import { failureReason } from '#lib/workflow/failures.js';

/** Rounds of some seconds each, after which the history is long enough to start afresh. */
const ROUNDS = 200;

/** How a run ended that did not get to its end. */
export interface EndedEarly {
  state: 'failed' | 'cancelled';
  /** For the row of the run; null where somebody cancelled it. */
  error: string | null;
}

interface Rounds {
  /** Some seconds of work from the checkpoint on, which is a row: a worker that dies loses no more than its round. */
  round: () => Promise<{ done: boolean }>;
  /** Records a run that ended early; it is done also where the run was cancelled. */
  ended?: (end: EndedEarly) => Promise<void>;
  /** What stands in the row of a run that failed without a stated reason. */
  failure?: string;
  rounds?: number;
}

/**
 * Works off something long in rounds, each one an activity, until one says that it is done; long runs continue as new
 * with the same input.
 * @throws what a round threw, after `ended` has recorded it
 */
export async function runInRounds<Input>(input: Input, options: Rounds): Promise<void> {
  const { round, ended, failure = 'The run failed because of an internal error', rounds = ROUNDS } = options;
  try {
    for (let count = 0; count < rounds; count += 1) {
      if ((await round()).done) return;
    }
  } catch (error) {
    const cancelled = isCancellation(error);
    const end: EndedEarly = cancelled
      ? { state: 'cancelled', error: null }
      : { state: 'failed', error: failureReason(error, failure) };
    // Cancelling the run must not cancel the record of it.
    await CancellationScope.nonCancellable(async () => ended?.(end));
    throw error;
  }
  await condition(allHandlersFinished);
  await continueAsNew<(input: Input) => Promise<void>>(input);
}

import { ActivityCancellationType, CancellationScope, CancelledFailure, patched } from '@temporalio/workflow';
import type {
  BatchCounts,
  BatchInput,
  ReindexActivities,
  ReindexPlan,
  ReindexStepsActivities,
} from '#activities/search/reindex.activities.js';
import { databaseStep, localDatabaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { setProgress } from '#workflows/_shared/outcome.js';
import { runInRounds } from '#workflows/_shared/rounds.js';
import { proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { reindexProducts as contract, ReindexProductsInput } from './search.contract.js';

const { planReindex } = proxyLocalActivities<ReindexStepsActivities>({
  ...localDatabaseStep,
  summary: 'Find the batches from the checkpoint on',
});
const { advanceReindex } = proxyLocalActivities<ReindexStepsActivities>({
  ...localDatabaseStep,
  summary: 'Move the checkpoint behind the batch',
});
const { finishReindex } = proxyActivities<ReindexActivities>({
  ...longPass,
  taskQueue: 'search',
  summary: 'Delete documents without a product, and complete the run',
});
const { endReindex } = proxyActivities<ReindexActivities>({
  ...databaseStep,
  taskQueue: 'search',
  summary: 'Record that the run ended early',
});

/** Batches at once: while the database works on one, a worker makes the documents of the other. */
const LANES = 2;

/** Steps with small batches, after which the history is long enough to start afresh. */
const SMALL_STEPS = 400;

type Cancelling = { cancellationType?: ActivityCancellationType };

/** A batch in hand is completed and counts, also where the run is cancelled. */
const completesBatch: Cancelling = { cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED };

/** A batch on its way into the index. */
interface BatchInHand extends BatchInput {
  /** Products of the run up to its end. */
  passedBehind: number;
  counts: Promise<BatchCounts>;
}

export const reindexProducts: WorkflowOf<typeof contract> = (input: ReindexProductsInput) => {
  const { runId, origin } = input;
  // Runs of earlier releases have steps that take as many batches as fit.
  const oneStepEach = patched('one-step-a-batch');
  return runInRounds(input, {
    round: async () => {
      const plan = oneStepEach ? await planReindex({ runId, origin }) : undefined;
      if (plan === null) return { done: true };
      if (!plan) return indexSmallBatches('Index on from the checkpoint', {});
      if (!plan.batches) return indexFrom(plan);
      if (!(await indexPlanned(plan, plan.batches)) || plan.more) return { done: false };
      return { done: await finishReindex({ runId, origin }) };
    },
    ended: (end) => endReindex({ runId, ...end, origin }),
    // A plan is as long as a history should be.
    ...(oneStepEach && { rounds: 1 }),
  });

  /** As many small batches as fit into two seconds. */
  function indexSmallBatches(summary: string, cancelling: Cancelling) {
    const { indexBatches } = proxyActivities<ReindexActivities>({
      ...longPass,
      ...cancelling,
      taskQueue: 'search',
      summary,
    });
    return indexBatches({ runId, origin });
  }

  async function indexFrom(plan: ReindexPlan): Promise<{ done: boolean }> {
    let { passed } = plan;
    for (let steps = 0; steps < SMALL_STEPS; steps += 1) {
      const next = Math.floor(passed / plan.batchSize) + 1;
      const summary = `from batch ${next} on: ${progressOf(plan, passed)}`;
      const step = await indexSmallBatches(summary, completesBatch);
      if (step.done) return step;
      passed = step.passed;
      setProgress(`${progressOf(plan, passed)} products`);
    }
    return { done: false };
  }

  /**
   * Indexes batches, two at a time, each a step; the checkpoint follows them in order.
   * @returns false where the run has ended or was begun again meanwhile
   */
  async function indexPlanned(
    plan: ReindexPlan,
    batches: readonly { upTo: string; passed: number }[],
  ): Promise<boolean> {
    const scope = CancellationScope.current();
    const waiting = [...batches];
    const inHand: BatchInHand[] = [];
    let { cursor: after } = plan;
    try {
      for (;;) {
        while (inHand.length < LANES && waiting.length > 0 && !scope.consideredCancelled) {
          const [{ upTo, passed }] = waiting.splice(0, 1) as [{ upTo: string; passed: number }];
          const batch = { runId, after, upTo, origin };
          const counts = startBatch(plan, batch, passed);
          inHand.push({ ...batch, passedBehind: passed, counts });
          after = upTo;
        }
        const first = inHand.shift();
        if (!first) break;
        const { counts, passedBehind, ...batch } = first;
        const done = { ...batch, ...(await counts) };
        // A batch that is indexed counts, also where the run is cancelled meanwhile.
        if (!(await CancellationScope.nonCancellable(() => advanceReindex(done)))) return false;
        setProgress(`${progressOf(plan, passedBehind)} products`);
      }
    } finally {
      // What else was begun ends first: it holds leases.
      await Promise.allSettled(inHand.map(({ counts }) => counts));
    }
    if (scope.consideredCancelled)
      throw new CancelledFailure('The run was cancelled behind the batch in hand');
    return true;
  }

  function startBatch(plan: ReindexPlan, batch: BatchInput, passed: number): Promise<BatchCounts> {
    const { indexBatch } = proxyActivities<ReindexActivities>({
      ...longPass,
      taskQueue: 'search',
      ...completesBatch,
      summary: `batch ${Math.ceil(passed / plan.batchSize)}: ${progressOf(plan, passed)}`,
    });
    const counts = indexBatch(batch);
    // Awaited in its turn, which may come after it has failed.
    counts.catch(() => undefined);
    return counts;
  }
};

/** `3,500 of 10,039`; products may have come since they were counted. */
function progressOf({ total }: ReindexPlan, passed: number): string {
  const counted = (count: number) => count.toLocaleString('en-US');
  return `${counted(passed)} of ${counted(Math.max(total, passed))}`;
}

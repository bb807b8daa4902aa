import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type {
  ReindexActivities,
  ReindexPlan,
  ReindexStepsActivities,
} from '#activities/search/reindex.activities.js';
import type { WorkflowFailedError } from '@temporalio/client';
import { CancelledFailure } from '@temporalio/common';
import { CORE_QUEUE } from '#lib/workflow/contract.js';
import { reindexProducts } from '#workflows/search/search.contract.js';
import { eventually } from '../_support/eventually.js';
import { type ReplacedActivities, startReplacedActivities } from '../_support/replaced-activities.js';

const TOTAL = 10_039;
const BATCH = 500;
/** The batches that are planned at once. */
const PLANNED = 400;
const origin = { requestId: 'r', actor: { type: 'system' as const, id: 'test' } };

let engine: ReplacedActivities;
beforeAll(async () => {
  engine = await startReplacedActivities();
});
afterAll(() => engine.stop());

/** A shop whose batches are only counted; a batch ends when `hold` lets it. */
function countingShop(hold: (upTo: string) => Promise<void> = () => Promise.resolve()) {
  const batches = Array.from({ length: Math.ceil(TOTAL / BATCH) }, (_, index) => ({
    upTo: String(index + 1),
    passed: Math.min((index + 1) * BATCH, TOTAL),
  }));
  const seen = { atOnce: 0, most: 0, checkpoints: [] as string[], ends: [] as string[] };
  const plan: ReindexPlan = { batchSize: BATCH, total: TOTAL, passed: 0, cursor: null, batches, more: false };
  const activities: ReindexStepsActivities & Omit<ReindexActivities, 'indexBatches'> = {
    planReindex: () => Promise.resolve(plan),
    async indexBatch({ upTo }) {
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      await hold(upTo);
      seen.atOnce -= 1;
      return { size: BATCH, indexed: BATCH, failed: 0 };
    },
    advanceReindex: ({ after, upTo }) => {
      seen.checkpoints.push(`${after ?? ''}>${upTo}`);
      return Promise.resolve(true);
    },
    finishReindex: () => {
      seen.ends.push('finished');
      return Promise.resolve(true);
    },
    endReindex: ({ state }) => {
      seen.ends.push(state);
      return Promise.resolve();
    },
  };
  return { activities, seen, batches };
}

const serve = (activities: object, work: () => Promise<void>) =>
  engine.serve([CORE_QUEUE, 'search'], activities, work);

it('each batch is a step with how far the run is, and the checkpoint follows in order', async () => {
  const { activities, seen, batches } = countingShop();
  const input = { runId: 'whole', vendorId: null, origin };
  await serve(activities, async () => {
    await engine.execute(reindexProducts, input);
  });
  expect(seen.checkpoints).toEqual(batches.map(({ upTo }, index) => `${index || ''}>${upTo}`));
  expect(seen.ends).toEqual(['finished']);
  const { events = [] } = await engine.handleOf(reindexProducts, input).fetchHistory();
  const summaries = (events ?? [])
    .filter((event) => event.activityTaskScheduledEventAttributes)
    .map(
      ({ userMetadata }) => JSON.parse(Buffer.from(userMetadata?.summary?.data ?? []).toString()) as string,
    );
  expect(summaries).toHaveLength(batches.length + 1);
  expect(summaries[6]).toBe('batch 7: 3,500 of 10,039');
  expect(summaries[20]).toBe('batch 21: 10,039 of 10,039');
  const eventsABatch = (events ?? []).length / batches.length;
  expect(eventsABatch * PLANNED).toBeLessThan(4_000);
});

it('two batches are in hand at once, and cancelling ends the run behind them: they count', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { activities, seen } = countingShop((upTo) => (Number(upTo) > 2 ? held : Promise.resolve()));
  const input = { runId: 'cancelled', vendorId: null, origin };
  await serve(activities, async () => {
    const result = engine.execute(reindexProducts, input).catch((error: unknown) => error);
    await eventually(() => Promise.resolve(expect(seen.atOnce).toBe(2)));
    const handle = engine.handleOf(reindexProducts, input);
    await handle.cancel();
    await eventually(async () => {
      const { events } = await handle.fetchHistory();
      expect(events?.some((event) => event.activityTaskCancelRequestedEventAttributes)).toBe(true);
    });
    release();
    expect(((await result) as WorkflowFailedError).cause).toBeInstanceOf(CancelledFailure);
  });
  expect(seen.checkpoints).toEqual(['>1', '1>2', '2>3', '3>4']);
  expect(seen.ends).toEqual(['cancelled']);
  expect(seen.most).toBe(2);
});

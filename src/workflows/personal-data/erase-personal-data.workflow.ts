import { setHandler } from '@temporalio/workflow';
import type { ErasuresActivities } from '#activities/personal-data/erasures.activities.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { condition, proxyActivities } from '#workflows/_shared/steps.js';
import { type erasePersonalData as contract, erasureCancelledSignal } from './personal-data.contract.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Without an end: what has begun must not stay half done, however long the database is away. */
const untilDone = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '5m' } as const;

/** A step on the database. */
const step = { ...databaseStep, scheduleToCloseTimeout: undefined, retry: untilDone } as const;
const { beginErasure } = proxyActivities<ErasuresActivities>({
  ...step,
  summary: 'Begin, unless something blocks it',
});
const { completeErasure } = proxyActivities<ErasuresActivities>({ ...step, summary: 'Erase the account' });
const { eraseDeclaredTables } = proxyActivities<ErasuresActivities>({
  ...longPass,
  retry: untilDone,
  summary: 'Erase table by table',
});

export const erasePersonalData: WorkflowOf<typeof contract> = async ({ erasureId, dueAt, origin }) => {
  let cancelled = false;
  setHandler(erasureCancelledSignal, () => {
    cancelled = true;
  });
  let waitMs = Math.max(Date.parse(dueAt) - Date.now(), 0);
  for (;;) {
    if (waitMs > 0) {
      setOutcome('waiting', `the day of the erasure, ${new Date(Date.now() + waitMs).toISOString()}`);
      await condition(() => cancelled, waitMs, 'Until the erasure is due');
    }
    // The row decides, also whether it was cancelled.
    const begun = await beginErasure({ erasureId, origin });
    if (begun === 'ended') {
      setOutcome('cancelled', 'The erasure was cancelled');
      return;
    }
    if (begun === 'begun') break;
    waitMs = DAY_MS;
  }
  await eraseDeclaredTables({ erasureId, origin });
  await completeErasure({ erasureId, origin });
};

import { setTimeout as sleep } from 'node:timers/promises';
import { createRefreshStateRepository } from '#db/analytics/refresh-state.repository.js';
import { PLATFORM } from '#db/analytics/rollup-tables.js';
import { createSnapshotsRepository } from '#db/analytics/snapshots.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { Period } from '#domain/analytics/periods.js';
import { emptyPlatformSnapshot, emptyVendorSnapshot } from '#domain/analytics/snapshot.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';
import { refreshAnalytics } from '#workflows/analytics/analytics.contract.js';

/** How long a rebuild waits for a run that may end without seeing the request, and how often it looks. */
const JOINED_RUN_MS = 5_000;
const LOOK_MS = 100;

/** The dashboard as it was computed last. Reading never computes: it is one row by its key. */
export function createAnalyticsService({
  knex,
  unitOfWork,
  audit,
  gateway,
  settings,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'gateway' | 'settings'>) {
  const snapshots = createSnapshotsRepository();
  const state = createRefreshStateRepository();
  const refresh = () => gateway.start(refreshAnalytics, { trigger: 'manual' });

  /** Starts a run that sees a requested rebuild: one that is joined may have read the request before it was there. */
  async function startRebuild(): Promise<void> {
    for (const until = Date.now() + JOINED_RUN_MS; ; await sleep(LOOK_MS)) {
      const { started } = await refresh();
      if (started || Date.now() >= until || !(await state.read(knex)).rebuild) return;
    }
  }

  return {
    /** The JSON of the platform's snapshot. */
    platformDashboard: async (period: Period): Promise<string> =>
      (await snapshots.find(knex, PLATFORM, period)) ?? JSON.stringify(emptyPlatformSnapshot(period)),

    /** The JSON of a vendor's snapshot. */
    vendorDashboard: async (vendorId: string, period: Period): Promise<string> =>
      (await snapshots.find(knex, vendorId, period)) ?? JSON.stringify(emptyVendorSnapshot(period)),

    /** Starts a refresh, or joins the manual one that runs. @throws AppError SERVICE_UNAVAILABLE */
    async refresh(): Promise<void> {
      await refresh();
    },

    /** Has all rollups made anew from the raw rows. Should the engine go away meanwhile, the next scheduled run does it. */
    async rebuild(ctx: Context): Promise<void> {
      await gateway.assertAvailable();
      await unitOfWork.run(ctx, async (tx) => {
        await state.update(tx, { rebuild: true });
        await audit.record(tx, ctx, [{ entity: 'analytics', entityId: 'rollups', action: 'rebuild' }]);
      });
      await startRebuild();
    },

    async health() {
      const { rebuild, ...rest } = await state.read(knex);
      const dirty = await state.dirtyDays(knex, rest.zone ?? settings.get(storeSettings.timeZone));
      return { ...rest, rebuilding: rebuild, dirtyDays: dirty.length };
    },
  };
}

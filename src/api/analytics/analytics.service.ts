import { createRefreshStateRepository } from '#db/analytics/refresh-state.repository.js';
import { PLATFORM } from '#db/analytics/rollup-tables.js';
import { createSnapshotsRepository } from '#db/analytics/snapshots.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { Period } from '#domain/analytics/periods.js';
import { emptyPlatformSnapshot, emptyVendorSnapshot } from '#domain/analytics/snapshot.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { shareReads } from '#lib/share-reads.js';
import type { Platform } from '#operations/platform.js';
import { refreshAnalytics, refreshRequestedSignal } from '#workflows/analytics/analytics.contract.js';

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

  /** Starts a manual run, or has the one that runs compute again: what was committed before is in its result. */
  async function requestRefresh(): Promise<void> {
    const signal = { name: refreshRequestedSignal.name, args: [] };
    await gateway.signalWithStart(refreshAnalytics, { trigger: 'manual' }, signal);
  }

  return {
    /** The JSON of the platform's snapshot. */
    platformDashboard: shareReads(
      async (period: Period): Promise<string> =>
        (await snapshots.find(knex, PLATFORM, period)) ?? JSON.stringify(emptyPlatformSnapshot(period)),
    ),

    /** The JSON of a vendor's snapshot. */
    vendorDashboard: async (vendorId: string, period: Period): Promise<string> =>
      (await snapshots.find(knex, vendorId, period)) ?? JSON.stringify(emptyVendorSnapshot(period)),

    /** @throws AppError SERVICE_UNAVAILABLE */
    refresh: requestRefresh,

    /** Has all rollups made anew from the raw rows. Should the engine go away meanwhile, the next scheduled run does it. */
    async rebuild(ctx: Context): Promise<void> {
      await gateway.assertAvailable();
      await unitOfWork.run(ctx, async (tx) => {
        await state.update(tx, { rebuild: true });
        await audit.record(tx, ctx, [{ entity: 'analytics', entityId: 'rollups', action: 'rebuild' }]);
      });
      await requestRefresh();
    },

    async health() {
      const { rebuild, ...rest } = await state.read(knex);
      const dirty = await state.dirtyDays(knex, rest.zone ?? settings.get(storeSettings.timeZone));
      return { ...rest, rebuilding: rebuild, dirtyDays: dirty.length };
    },
  };
}

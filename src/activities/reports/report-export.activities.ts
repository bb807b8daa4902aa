import type { ReportExportsRepository } from '#db/reports/reports.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { exportKey } from '#domain/reports/report-export.js';
import { reportsEvents } from '#domain/reports/reports.events.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'outbox' | 'storage' | 'clock'> & {
  exports: ReportExportsRepository;
};

/** The ends of an export. */
export function createReportExportActivities({ knex, unitOfWork, outbox, storage, clock, exports }: Deps) {
  return {
    /** Records that an export failed or was cancelled, and removes what was written. One that has ended stays as it is. */
    async failReportExport(input: { exportId: string; error: string; origin: Origin }): Promise<void> {
      const { exportId, error } = input;
      const ctx = systemContext(input.origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        const end = { from: ['pending', 'processing'], error, now: ctx.now } as const;
        if (!(await exports.fail(tx, exportId, end))) return;
        const reportKey = (await exports.state(tx, exportId))?.reportKey ?? '';
        outbox.append(tx, ctx, reportsEvents.failed, exportId, { exportId, reportKey, error });
      });
      const row = await exports.state(knex, exportId);
      if (row?.status !== 'ready') await storage.delete(exportKey(exportId));
    },

    /** Deletes the file of an export whose time is over, or whose run was cancelled, and marks it as expired. */
    async expireReportExport(input: { exportId: string; origin: Origin }): Promise<void> {
      const { exportId } = input;
      const ctx = systemContext(input.origin, clock.now());
      // The file first: an attempt that ends here is repeated, and deleting again finds nothing.
      await storage.delete(exportKey(exportId));
      await unitOfWork.run(ctx, async (tx) => {
        if (!(await exports.expire(tx, exportId, ctx.now))) return;
        const reportKey = (await exports.state(tx, exportId))?.reportKey ?? '';
        outbox.append(tx, ctx, reportsEvents.expired, exportId, { exportId, reportKey });
      });
    },
  };
}

export type ReportExportActivities = ReturnType<typeof createReportExportActivities>;

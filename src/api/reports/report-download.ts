import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { sendStoredFile } from '#api/kernel/file-response.js';
import { requirePermission } from '#api/kernel/require.js';
import { createReportExportsRepository } from '#db/reports/reports.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { exportKey, FILE_MISSING, type ReportExport } from '#domain/reports/report-export.js';
import { reportsEvents } from '#domain/reports/reports.events.js';
import type { Platform } from '#operations/platform.js';
import type { ReportExportsService } from './report-exports.service.js';
import type { ReportScope } from './report-scope.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'storage'> & {
  exports: ReportExportsService;
};

/** Sends the files of exports. They hold personal data: each download is audited, and nothing but this gives them out. */
export function createReportDownload(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, storage } = deps;
  const repository = createReportExportsRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Report export' });

  /** A ready row without its file is a failed one. */
  async function recordMissing(ctx: Context, { id, reportKey }: ReportExport): Promise<void> {
    await unitOfWork.run(ctx, async (tx) => {
      const end = { from: ['ready'], error: FILE_MISSING, now: ctx.now } as const;
      if (!(await repository.fail(tx, id, end))) return;
      const after = { status: 'failed', error: FILE_MISSING };
      await audit.record(tx, ctx, [{ entity: 'reportExport', entityId: id, action: 'fail', after }]);
      outbox.append(tx, ctx, reportsEvents.failed, id, { exportId: id, reportKey, error: FILE_MISSING });
    });
  }

  /** @throws AppError NOT_FOUND when the export is unknown, not ready or expired, or its file is gone */
  return async function download(
    ctx: Context,
    scope: ReportScope,
    id: string,
    { request, response }: { request: Request; response: Response },
  ): Promise<void> {
    const row = await deps.exports.get(ctx, scope, id);
    // Who may read reports need not see every invoice.
    if (row.format === 'zip' && row.vendorId === null) requirePermission(ctx, 'invoice:view');
    if (row.status !== 'ready') throw notFound();
    const key = exportKey(id);
    const info = await storage.head(key);
    if (!info) {
      await recordMissing(ctx, row);
      throw notFound();
    }
    await unitOfWork.run(ctx, (tx) =>
      audit.record(tx, ctx, [
        { entity: 'reportExport', entityId: id, action: 'download', vendorId: row.vendorId },
      ]),
    );
    response.set({
      'Content-Type': info.contentType,
      'Content-Disposition': contentDisposition(row.fileName),
      'Cache-Control': 'private, no-cache',
    });
    if (!(await sendStoredFile(storage, { key, info }, request, response))) {
      await recordMissing(ctx, row);
      throw notFound();
    }
  };
}

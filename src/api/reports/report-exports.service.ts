import { createReportExportsRepository, type NewExport } from '#db/reports/reports.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { exportFileName, isLongerThan, MAX_EXPORT_DAYS } from '#domain/reports/report-range.js';
import {
  CANCELLED,
  DOCUMENTS,
  GST_RETURN,
  type GstReturnFormat,
  isOfReport,
  MAX_OPEN_EXPORTS,
  type ReportExport,
} from '#domain/reports/report-export.js';
import { reportsErrors } from '#domain/reports/reports.errors.js';
import { reportsEvents } from '#domain/reports/reports.events.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import { exportReport } from '#workflows/reports/reports.contract.js';
import { checkFilters } from './report-filters.js';
import { findReport, type ReportScope } from './report-scope.js';
import {
  type ExportBody,
  type ExportListQuery,
  reportExportResponse,
  type ReportExportResponse,
} from './reports.schemas.js';

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'gateway' | 'settings' | 'reports' | 'logger'
>;

/** Exports of reports to files: a row each, which the workflow `exportReport` works off. */
export function createReportExportsService(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, gateway, settings, reports, logger } = deps;
  const repository = createReportExportsRepository(knex);

  async function get(ctx: Context, scope: ReportScope, id: string): Promise<ReportExport> {
    const row = await repository.find(knex, scope, id, ctx.now);
    if (!row) throw platformErrors.notFound({ entity: 'Report export' });
    return row;
  }

  /** Writes row, audit entry and event once for each idempotency key; the event is handed over after the commit. */
  async function create(
    ctx: Context,
    { vendorId }: ReportScope,
    requested: Pick<NewExport, 'reportKey' | 'format' | 'params' | 'fileName'>,
    retryOf?: string,
  ): Promise<ReportExportResponse> {
    await gateway.assertAvailable();
    return unitOfWork.runOnce(ctx, async (tx) => {
      if (requested.format === 'zip') {
        const same = { vendorId, params: requested.params, now: ctx.now };
        const written = await repository.openArchive(tx, same);
        if (written) return reportExportResponse(written);
      }
      const open = vendorId === null ? 0 : await repository.countOpen(tx, vendorId);
      if (open >= MAX_OPEN_EXPORTS) throw reportsErrors.tooManyExports({ open, limit: MAX_OPEN_EXPORTS });
      const id = newId();
      await repository.insert(tx, { id, vendorId, ...requested, actor: ctx.actor, now: ctx.now });
      const { reportKey, format, params } = requested;
      const after = { reportKey, format, params, ...(retryOf !== undefined && { retryOf }) };
      await record(tx, ctx, { id, vendorId }, 'create', { after });
      const payload = { exportId: id, reportKey, format, vendorId };
      outbox.append(tx, ctx, reportsEvents.requested, id, payload, { handOver: true });
      const row = await repository.find(tx, { vendorId }, id, ctx.now);
      if (!row) throw platformErrors.notFound({ entity: 'Report export' });
      return reportExportResponse(row);
    });
  }

  function record(
    tx: Tx,
    ctx: Context,
    { id, vendorId }: Pick<ReportExport, 'id' | 'vendorId'>,
    action: string,
    values: { before?: object; after?: object },
  ): Promise<void> {
    return audit.record(tx, ctx, [{ entity: 'reportExport', entityId: id, action, vendorId, ...values }]);
  }

  return {
    get,

    list(ctx: Context, scope: ReportScope, { list, filters }: ExportListQuery): Promise<Page<ReportExport>> {
      return repository.list(scope, filters, list, ctx.now);
    },

    /** @throws AppError NOT_FOUND, VALIDATION_ERROR for filters and range, SERVICE_UNAVAILABLE without the engine */
    request(ctx: Context, scope: ReportScope, key: string, body: ExportBody): Promise<ReportExportResponse> {
      const report = findReport(reports, scope, key);
      const { format, from, to } = body;
      const timeZone = settings.get(storeSettings.timeZone);
      checkRange({ from, to }, timeZone);
      const filters = checkFilters(report, body.filters ?? {}, 'body.filters');
      const fileName = exportFileName({ key, from, to, format }, timeZone);
      return create(ctx, scope, { reportKey: key, format, params: { from, to, filters }, fileName });
    },

    /**
     * A ZIP of the invoices and credit notes of a month: the one that waits or is being written, or a new one.
     * @throws AppError SERVICE_UNAVAILABLE without the engine, CONFLICT when a vendor has too many exports open
     */
    archive(
      ctx: Context,
      scope: ReportScope,
      { month, from, to }: { month: string; from: Date; to: Date },
    ): Promise<ReportExportResponse> {
      const params = { from: from.toISOString(), to: to.toISOString(), filters: {} };
      const fileName = `${DOCUMENTS}_${month}.zip`;
      return create(ctx, scope, { reportKey: DOCUMENTS, format: 'zip', params, fileName });
    },

    /**
     * The GST return of a vendor's month as a file.
     * @throws AppError SERVICE_UNAVAILABLE without the engine, CONFLICT when the vendor has too many exports open
     */
    gstReturn(
      ctx: Context,
      scope: ReportScope,
      { month, from, to, format }: { month: string; from: Date; to: Date; format: GstReturnFormat },
    ): Promise<ReportExportResponse> {
      const params = { from: from.toISOString(), to: to.toISOString(), filters: { month } };
      const fileName = `${GST_RETURN}_${month}.${format}`;
      return create(ctx, scope, { reportKey: GST_RETURN, format, params, fileName });
    },

    /** Writes a new export with the parameters of a failed or expired one. @throws AppError NOT_FOUND, CONFLICT */
    async retry(ctx: Context, scope: ReportScope, id: string): Promise<ReportExportResponse> {
      const row = await get(ctx, scope, id);
      if (row.status !== 'failed' && row.status !== 'expired')
        throw reportsErrors.exportNotRetryable({ status: row.status });
      const { reportKey, format, params, fileName } = row;
      if (isOfReport(reportKey)) findReport(reports, scope, reportKey);
      return create(ctx, scope, { reportKey, format, params, fileName }, id);
    },

    /** Gives an export up; the run notices at its next batch. @throws AppError NOT_FOUND, CONFLICT when it has ended */
    async cancel(ctx: Context, scope: ReportScope, id: string): Promise<ReportExport> {
      const before = await get(ctx, scope, id);
      await unitOfWork.run(ctx, async (tx) => {
        const end = { from: ['pending', 'processing'], error: CANCELLED, now: ctx.now } as const;
        if (!(await repository.fail(tx, id, end))) {
          const { status } = (await repository.find(tx, scope, id, ctx.now)) ?? before;
          throw reportsErrors.exportEnded({ status });
        }
        const after = { status: 'failed', error: CANCELLED };
        await record(tx, ctx, before, 'cancel', { before: { status: before.status }, after });
        const payload = { exportId: id, reportKey: before.reportKey, error: CANCELLED };
        outbox.append(tx, ctx, reportsEvents.failed, id, payload);
      });
      await endRun(ctx, id);
      return get(ctx, scope, id);
    },
  };

  /** The row has ended already, so a run that cannot be reached ends by itself at its next look at it. */
  async function endRun(ctx: Context, exportId: string): Promise<void> {
    const workflowId = exportReport.id({ exportId } as never);
    try {
      await gateway.jobs.cancel(workflowId, { identity: ctx.actor.id, requestId: ctx.requestId });
    } catch (error) {
      logger.info({ err: error, exportId }, 'run of a cancelled export could not be cancelled');
    }
  }
}

/** @throws AppError VALIDATION_ERROR */
function checkRange(range: { from: string; to: string }, timeZone: string): void {
  const issue = (path: string, message: string) =>
    platformErrors.validation({}, { errors: [{ path, message, code: 'invalid_value' }] });
  if (range.from >= range.to) throw issue('body.from', 'must be before `to`');
  if (isLongerThan(range, MAX_EXPORT_DAYS, timeZone))
    throw issue('body.to', `must be at most ${MAX_EXPORT_DAYS} days after \`from\``);
}

export type ReportExportsService = ReturnType<typeof createReportExportsService>;

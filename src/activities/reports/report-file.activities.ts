import { cancellationSignal } from '@temporalio/activity';
import { outageReason } from '#activities/_shared/outage.js';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { type ReportInput, reportSettings } from '#db/reports/report-sql.js';
import type { ReportExportsRepository } from '#db/reports/reports.repository.js';
import { fileCountStatement } from '#db/reports/report-files-sql.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { exportKey, type ReportExport } from '#domain/reports/report-export.js';
import { reportsErrors } from '#domain/reports/reports.errors.js';
import { reportsEvents } from '#domain/reports/reports.events.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';
import { writeCsvFile } from './csv-file.js';
import type { FileJob } from './file-job.js';
import { storeStream } from './store-stream.js';
import { writeXlsxFile } from './xlsx-file.js';

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'outbox' | 'storage' | 'clock' | 'stopping' | 'streaming'
> &
  Pick<Platform, 'settings' | 'reports'> & { exports: ReportExportsRepository };

type Attempt = ReportExport & { attempt: number };

const formats = {
  csv: { write: writeCsvFile, contentType: 'text/csv; charset=utf-8' },
  xlsx: {
    write: writeXlsxFile,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};

/** Writes the files of exports, two at a time: they keep a connection and a processor busy for seconds. */
export function createReportFileActivities(deps: Deps) {
  const { knex, unitOfWork, outbox, storage, clock, stopping, streaming, settings, reports, exports } = deps;

  /** Writes all rows as they were at one instant: the count, the cap and the rows belong to one snapshot. */
  async function write(row: Attempt): Promise<{ rowCount: number; truncated: boolean; fileSize: number }> {
    const { id, attempt, reportKey, vendorId, format, params } = row;
    const report = reports.find(vendorId === null ? 'platform' : 'vendor', reportKey);
    if (!report) throw reportsErrors.unknownReport();
    const { maxRows, progressMs } = reports.limits;
    const given = new AbortController();
    const signal = AbortSignal.any([cancellationSignal(), stopping, given.signal]);
    let rowCount = 0;
    const superseded = () => given.abort(new Superseded());
    const recordProgress = () => {
      // A database that is away ends the attempt by the connection of the rows.
      exports.progress(id, attempt, rowCount, clock.now()).then(
        (current) => current || superseded(),
        () => undefined,
      );
      return rowCount;
    };
    const work = () =>
      streaming.use(
        async (connection) => {
          const input: ReportInput = { ...params, vendorId, ...reportSettings(settings) };
          const [counted] = await connection.rows<{ total: number }>(
            fileCountStatement(report, input, maxRows),
          );
          const rowTotal = Math.min(counted?.total ?? 0, maxRows);
          await exports.recordTotal(id, attempt, rowTotal);
          const job: FileJob = {
            ...{ connection, report, input, maxRows, signal },
            currency: settings.get(storeSettings.currency),
            written: (rows) => (rowCount = rows),
          };
          const { write: writeFile, contentType } = formats[format];
          const stored = await storeStream(
            (body, options) => storage.put(exportKey(id), body, { contentType, ...options }),
            async (body) => {
              await writeFile(job, body);
              // Only the current attempt may replace the file.
              if (!(await exports.progress(id, attempt, rowCount, clock.now()))) throw new Superseded();
            },
            given,
          );
          return { rowCount, truncated: (counted?.total ?? 0) > maxRows, fileSize: stored.size };
        },
        { signal },
      );
    return withHeartbeat(work, recordProgress, progressMs);
  }

  async function complete(row: Attempt, origin: Origin): Promise<void> {
    const ctx = systemContext(origin, clock.now());
    const file = await write(row);
    const { id: exportId, reportKey } = row;
    await unitOfWork.run({ ...ctx, now: clock.now() }, async (tx) => {
      const done = await exports.complete(tx, row, file, clock.now());
      if (!done) throw new Superseded();
      const { rowCount, truncated } = file;
      outbox.append(tx, ctx, reportsEvents.ready, exportId, { exportId, reportKey, rowCount, truncated });
    });
  }

  return {
    /**
     * Writes the file of an export; a repeated attempt overwrites it.
     * @returns until when the file is kept; null when the export has ended meanwhile, and has no file
     */
    async writeReportFile(input: {
      exportId: string;
      origin: Origin;
    }): Promise<{ expiresAt: string } | null> {
      const { exportId, origin } = input;
      const ctx = systemContext(origin, clock.now());
      const row = await unitOfWork.run(ctx, (tx) => exports.begin(tx, exportId, ctx.now));
      try {
        if (row) await complete(row, origin);
      } catch (error) {
        if (!(error instanceof Superseded)) {
          const outage = outageReason(error);
          // An operator sees in the row what the file waits for.
          if (row && outage !== undefined)
            await exports.recordOutage(exportId, row.attempt, outage).catch(() => undefined);
          throw error;
        }
      }
      const state = await exports.state(knex, exportId);
      // An earlier attempt was done, and its word was lost on the way.
      if (state?.status === 'ready' && state.expiresAt) return { expiresAt: state.expiresAt.toISOString() };
      if (state?.status !== 'processing') await storage.delete(exportKey(exportId));
      return null;
    },
  };
}

export type ReportFileActivities = ReturnType<typeof createReportFileActivities>;

/** The export was cancelled, or another attempt goes on with it. */
class Superseded extends Error {}

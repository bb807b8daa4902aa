import type { Writable } from 'node:stream';
import { cancellationSignal } from '@temporalio/activity';
import type { ReportExportsRepository } from '#db/reports/reports.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { exportKey, type ReportExport } from '#domain/reports/report-export.js';
import { reportsEvents } from '#domain/reports/reports.events.js';
import type { Platform } from '#operations/platform.js';
import { outageReason } from './outage.js';
import { storeStream } from './store-stream.js';
import { withHeartbeat } from './with-heartbeat.js';

type Attempt = ReportExport & { attempt: number };

/** What the writer of a file works with. */
export interface AttemptControl {
  /** Aborted when the file is to be given up. */
  signal: AbortSignal;
  /** Says how many rows or documents are written so far. */
  written(count: number): void;
  /** Says how many rows or documents the file will have. */
  total(count: number): Promise<void>;
  /** Stores what `write` writes, as it is written. @returns bytes */
  store(contentType: string, write: (body: Writable) => Promise<void>): Promise<number>;
}

export interface WrittenFile {
  truncated: boolean;
  fileSize: number;
}

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'outbox' | 'storage' | 'clock' | 'stopping' | 'reports'
> & {
  exports: ReportExportsRepository;
};

/**
 * Attempts to write the file of an export, whichever kind it is of; a repeated attempt overwrites the file, and the
 * current attempt alone may complete the row.
 */
export function createExportAttempts(deps: Deps) {
  const { knex, unitOfWork, outbox, storage, clock, stopping, reports, exports } = deps;

  async function written(
    { id, attempt }: Attempt,
    write: (control: AttemptControl) => Promise<WrittenFile>,
  ): Promise<WrittenFile & { rowCount: number }> {
    const given = new AbortController();
    const signal = AbortSignal.any([cancellationSignal(), stopping, given.signal]);
    let rowCount = 0;
    const recordProgress = () => {
      // A database that is away ends the attempt by what it reads there.
      exports.progress(id, attempt, rowCount, clock.now()).then(
        (current) => current || given.abort(new Superseded()),
        () => undefined,
      );
      return rowCount;
    };
    const control: AttemptControl = {
      signal,
      written: (count) => (rowCount = count),
      total: (count) => exports.recordTotal(id, attempt, count),
      store: async (contentType, writeBody) => {
        const stored = await storeStream(
          (body, options) => storage.put(exportKey(id), body, { contentType, ...options }),
          async (body) => {
            await writeBody(body);
            // Only the current attempt may replace the file.
            if (!(await exports.progress(id, attempt, rowCount, clock.now()))) throw new Superseded();
          },
          given,
        );
        return stored.size;
      },
    };
    const file = await withHeartbeat(() => write(control), recordProgress, reports.limits.progressMs);
    return { ...file, rowCount };
  }

  async function complete(
    row: Attempt,
    origin: Origin,
    write: (control: AttemptControl) => Promise<WrittenFile>,
  ): Promise<void> {
    const ctx = systemContext(origin, clock.now());
    const file = await written(row, write);
    const { id: exportId, reportKey } = row;
    await unitOfWork.run({ ...ctx, now: clock.now() }, async (tx) => {
      const done = await exports.complete(tx, row, file, clock.now());
      if (!done) throw new Superseded();
      const { rowCount, truncated } = file;
      const expiresAt = done.expiresAt.toISOString();
      const payload = { exportId, reportKey, rowCount, truncated, expiresAt };
      outbox.append(tx, ctx, reportsEvents.ready, exportId, payload);
    });
  }

  /** @returns until when the file is kept; null when the export has ended meanwhile, and has no file */
  return async function attempt(
    { exportId, origin }: { exportId: string; origin: Origin },
    write: (row: ReportExport, control: AttemptControl) => Promise<WrittenFile>,
  ): Promise<{ expiresAt: string } | null> {
    const ctx = systemContext(origin, clock.now());
    const row = await unitOfWork.run(ctx, (tx) => exports.begin(tx, exportId, ctx.now));
    try {
      if (row) await complete(row, origin, (control) => write(row, control));
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
  };
}

export type ExportAttempts = ReturnType<typeof createExportAttempts>;

/** The export was cancelled, or another attempt goes on with it. */
class Superseded extends Error {}

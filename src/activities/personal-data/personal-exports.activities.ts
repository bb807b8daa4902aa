import { cancellationSignal } from '@temporalio/activity';
import { storeStream } from '#activities/_shared/store-stream.js';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import type {
  ExportAttempt,
  PersonalExportsRepository,
} from '#db/personal-data/personal-exports.repository.js';
import { readPerson } from '#db/personal-data/personal-rows.query.js';
import { type Context, type Origin, systemContext } from '#domain/_shared/context.js';
import { personalExportKey } from '#domain/personal-data/personal-data-export.js';
import { personalDataEvents } from '#domain/personal-data/personal-data.events.js';
import { createPersonalDataMails } from '#operations/personal-data/personal-data-mails.js';
import type { Platform } from '#operations/platform.js';
import { writePersonalFile } from './personal-file.js';
import { writePersonalZip } from './personal-zip.js';

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'storage' | 'clock' | 'stopping' | 'mail' | 'settings'
> & { exports: PersonalExportsRepository };

/** The steps of a file. Each may run twice: a worker can die between its work and the engine's record of it. */
export function createPersonalExportsActivities(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, storage, clock, stopping, exports } = deps;
  const mails = createPersonalDataMails(deps);

  async function writeFile(ctx: Context, row: ExportAttempt): Promise<void> {
    const person = await readPerson(knex, row.userId);
    // The account was removed meanwhile, and the row with it.
    if (!person) return;
    const given = new AbortController();
    const signal = AbortSignal.any([cancellationSignal(), stopping, given.signal]);
    let rowCount = 0;
    const written = (rows: number) => void (rowCount = rows);
    const { size: fileSize } = await withHeartbeat(() =>
      storeStream(
        (body, options) =>
          storage.put(personalExportKey(row.id), body, {
            contentType: 'application/octet-stream',
            ...options,
          }),
        async (body) => {
          const job = { knex, person, createdAt: ctx.now, signal, written };
          await (row.format === 'zip'
            ? writePersonalZip({ ...job, storage }, body)
            : writePersonalFile(job, body));
          // Only the current attempt may replace the file.
          if (!(await exports.progress(row, rowCount, clock.now()))) throw new Superseded();
        },
        given,
      ),
    );
    await unitOfWork.run(ctx, async (tx) => {
      if (!(await exports.complete(tx, row, { rowCount, fileSize }, clock.now()))) throw new Superseded();
      await audit.record(tx, ctx, [{ entity: 'personalDataExport', entityId: row.id, action: 'complete' }]);
      outbox.append(tx, ctx, personalDataEvents.exportReady, row.id, { exportId: row.id, rowCount });
      await mails.fileReady(tx, ctx, { exportId: row.id, person });
    });
  }

  return {
    /** Writes the file of an export and mails its user. One that has ended stays as it is, without a file. */
    async writePersonalData(input: { exportId: string; origin: Origin }): Promise<void> {
      const { exportId, origin } = input;
      const ctx = systemContext(origin, clock.now());
      const row = await unitOfWork.run(ctx, (tx) => exports.begin(tx, exportId, ctx.now));
      try {
        if (row) await writeFile(ctx, row);
      } catch (error) {
        if (!(error instanceof Superseded)) throw error;
      }
      const status = await exports.status(knex, exportId);
      if (status !== 'ready' && status !== 'processing') await storage.delete(personalExportKey(exportId));
    },

    /** Records that a file could not be written, and removes what was written. */
    async failPersonalData(input: { exportId: string; error: string; origin: Origin }): Promise<void> {
      const { exportId, error } = input;
      const ctx = systemContext(input.origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        if (!(await exports.fail(tx, exportId, error, ctx.now))) return;
        const after = { status: 'failed', error };
        await audit.record(tx, ctx, [
          { entity: 'personalDataExport', entityId: exportId, action: 'fail', after },
        ]);
        outbox.append(tx, ctx, personalDataEvents.exportFailed, exportId, { exportId, error });
      });
      if ((await exports.status(knex, exportId)) !== 'ready')
        await storage.delete(personalExportKey(exportId));
    },
  };
}

export type PersonalExportsActivities = ReturnType<typeof createPersonalExportsActivities>;

/** Another attempt goes on with the file, or the export has ended. */
class Superseded extends Error {}

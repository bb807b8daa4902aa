import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { sendStoredFile } from '#api/kernel/file-response.js';
import { isUniqueViolation } from '#db/kernel/database-error.js';
import { createPersonalExportsRepository } from '#db/personal-data/personal-exports.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  type PersonalExport,
  type PersonalExportFormat,
  personalExportKey,
  personalExportName,
} from '#domain/personal-data/personal-data-export.js';
import { personalDataErrors } from '#domain/personal-data/personal-data.errors.js';
import { personalDataEvents } from '#domain/personal-data/personal-data.events.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import { requireAccount } from './require-account.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'storage' | 'gateway'>;

/** Files of what is known about the caller: a row each, which the workflow `exportPersonalData` works off. */
export function createPersonalExportsService(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, storage, gateway } = deps;
  const repository = createPersonalExportsRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Personal data export' });

  return {
    list: async (ctx: Context, query: ListQuery): Promise<Page<PersonalExport>> =>
      repository.list(requireAccount(ctx), query, ctx.now),

    /**
     * Requests a file; of two requests at once the unique index lets one through.
     * @throws AppError FORBIDDEN for guests, CONFLICT while one is open, SERVICE_UNAVAILABLE without the engine
     */
    async request(ctx: Context, format: PersonalExportFormat): Promise<PersonalExport> {
      const userId = requireAccount(ctx);
      await gateway.assertAvailable();
      try {
        return await unitOfWork.run(ctx, async (tx) => {
          const id = newId();
          await repository.insert(tx, { id, userId, format, createdAt: ctx.now });
          await audit.record(tx, ctx, [{ entity: 'personalDataExport', entityId: id, action: 'create' }]);
          const payload = { exportId: id };
          outbox.append(tx, ctx, personalDataEvents.exportRequested, id, payload, { handOver: true });
          const row = await repository.find(tx, { id, userId }, ctx.now);
          if (!row) throw notFound();
          return row;
        });
      } catch (error) {
        if (isUniqueViolation(error, 'personal_data_exports_open'))
          throw personalDataErrors.exportOpen({}, { cause: error });
        throw error;
      }
    },

    /**
     * Sends the file of an export of the caller.
     * @throws AppError NOT_FOUND when it is another user's, not ready or expired, or its file is gone
     */
    async download(
      ctx: Context,
      id: string,
      { request, response }: { request: Request; response: Response },
    ): Promise<void> {
      const userId = requireAccount(ctx);
      const row = await repository.find(knex, { id, userId }, ctx.now);
      if (row?.status !== 'ready') throw notFound();
      const key = personalExportKey(id);
      const info = await storage.head(key);
      if (!info) throw notFound();
      await unitOfWork.run(ctx, (tx) =>
        audit.record(tx, ctx, [{ entity: 'personalDataExport', entityId: id, action: 'download' }]),
      );
      response.set({
        'Content-Type': info.contentType,
        'Content-Disposition': contentDisposition(personalExportName(row)),
        'Cache-Control': 'private, no-store',
      });
      if (!(await sendStoredFile(storage, { key, info }, request, response))) throw notFound();
    },
  };
}

import { heartbeat } from '@temporalio/activity';
import { createProductImportsRepository } from '#db/product-imports/product-imports.repository.js';
import { uploadedImportId, UPLOADS } from '#domain/product-imports/upload-key.js';
import type { Platform } from '#operations/platform.js';

const HOUR_MS = 60 * 60 * 1_000;

type Deps = Pick<Platform, 'knex' | 'storage' | 'clock' | 'logger'>;

export function createUploadSweepActivities({ knex, storage, clock, logger }: Deps) {
  const imports = createProductImportsRepository(knex);

  return {
    /** Deletes product files older than this that no import is going to read: their upload was interrupted, or it has ended. */
    async sweepProductFiles(input: { olderThanHours: number }): Promise<{ seen: number; deleted: number }> {
      const before = clock.now().getTime() - input.olderThanHours * HOUR_MS;
      const swept = { seen: 0, deleted: 0 };
      for await (const { key, lastModified } of storage.list(UPLOADS)) {
        swept.seen += 1;
        heartbeat(swept);
        const importId = uploadedImportId(key);
        if (!importId || lastModified.getTime() > before || (await imports.isOpen(importId))) continue;
        await storage.delete(key);
        swept.deleted += 1;
      }
      if (swept.deleted > 0) logger.info(swept, 'orphaned product files removed');
      return swept;
    },
  };
}

export type UploadSweepActivities = ReturnType<typeof createUploadSweepActivities>;

import { heartbeat } from '@temporalio/activity';
import type { PersonalExportsRepository } from '#db/personal-data/personal-exports.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import {
  PERSONAL_EXPORTS_PREFIX,
  personalExportIdOf,
  personalExportKey,
} from '#domain/personal-data/personal-data-export.js';
import { isId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

const BATCH = 200;

type Deps = Pick<Platform, 'unitOfWork' | 'storage' | 'clock' | 'logger'> & {
  exports: PersonalExportsRepository;
};

/** Deletes the files whose time is over, and those whose export or account is gone. */
export function createPersonalExportsSweep({ unitOfWork, storage, clock, logger, exports }: Deps) {
  async function deleteOrphaned(keys: readonly string[]): Promise<number> {
    const keep = await exports.keepingFiles(keys.map(personalExportIdOf).filter(isId));
    const orphaned = keys.filter((key) => !keep.has(personalExportIdOf(key)));
    for (const key of orphaned) await storage.delete(key);
    return orphaned.length;
  }

  return async function sweep(): Promise<Record<string, number>> {
    const swept = { expired: 0, files: 0 };
    const ctx = systemContext({ name: 'personal-data-sweep' }, clock.now());
    for (;;) {
      const due = await exports.due(ctx.now, BATCH);
      for (const id of due) {
        // The file first: an attempt that ends here is repeated, and deleting again finds nothing.
        await storage.delete(personalExportKey(id));
        await unitOfWork.run(ctx, (tx) => exports.expire(tx, id, ctx.now));
        heartbeat(swept);
        swept.expired += 1;
      }
      if (due.length < BATCH) break;
    }
    let keys: string[] = [];
    for await (const { key } of storage.list(PERSONAL_EXPORTS_PREFIX)) {
      heartbeat(swept);
      keys.push(key);
      if (keys.length < BATCH) continue;
      swept.files += await deleteOrphaned(keys);
      keys = [];
    }
    swept.files += await deleteOrphaned(keys);
    if (swept.expired + swept.files > 0) logger.info(swept, 'files of personal data swept');
    return swept;
  };
}

import { heartbeat } from '@temporalio/activity';
import type { ReportExportsRepository } from '#db/reports/reports.repository.js';
import { originOf, systemContext } from '#domain/_shared/context.js';
import { exportIdOf, EXPORTS_PREFIX, INTERRUPTED } from '#domain/reports/report-export.js';
import { isId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import type { ReportExportActivities } from './report-export.activities.js';

const BATCH = 200;

/** A file that has not grown for so long is written by nobody: its run was terminated. */
const STUCK_MS = 24 * 60 * 60 * 1_000;

type Deps = Pick<Platform, 'storage' | 'clock' | 'logger'> & {
  exports: ReportExportsRepository;
  ends: ReportExportActivities;
};

/** Expires what a timer missed, fails what nobody writes any more, and deletes files that no export keeps. */
export function createReportExportsSweep({ storage, clock, logger, exports, ends }: Deps) {
  const origin = originOf(systemContext({ name: 'report-exports-sweep' }, clock.now()));

  async function deleteFiles(keys: string[]): Promise<number> {
    const ids = keys.map(exportIdOf).filter(isId);
    const keep = await exports.keepingFiles(ids);
    const orphaned = keys.filter((key) => !keep.has(exportIdOf(key)));
    for (const key of orphaned) await storage.delete(key);
    return orphaned.length;
  }

  return async function sweep(): Promise<Record<string, number>> {
    const swept = { expired: 0, failed: 0, files: 0 };
    for (;;) {
      const due = await exports.due(clock.now(), BATCH);
      for (const { id } of due) {
        await ends.expireReportExport({ exportId: id, origin });
        heartbeat(swept);
        swept.expired += 1;
      }
      if (due.length < BATCH) break;
    }
    const stuck = await exports.stuck(new Date(clock.now().getTime() - STUCK_MS), BATCH);
    for (const { id } of stuck) {
      await ends.failReportExport({ exportId: id, error: INTERRUPTED, origin });
      swept.failed += 1;
    }
    let keys: string[] = [];
    for await (const { key } of storage.list(EXPORTS_PREFIX)) {
      heartbeat(swept);
      keys.push(key);
      if (keys.length < BATCH) continue;
      swept.files += await deleteFiles(keys);
      keys = [];
    }
    swept.files += await deleteFiles(keys);
    if (swept.expired + swept.failed + swept.files > 0) logger.info(swept, 'report exports swept');
    return swept;
  };
}

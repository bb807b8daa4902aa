import { createReportExportsRepository } from '#db/reports/reports.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { exportFileName } from '#domain/reports/report-range.js';
import { type ExportFormat, RETENTION_MS } from '#domain/reports/report-export.js';
import { reportsEvents } from '#domain/reports/reports.events.js';
import type { Container } from '#runtime/container.js';
import { createIds } from './draw.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const TIME_ZONE = 'Asia/Kolkata';

/** The same on every day, as everything of a seed number is. */
const params = { from: '2025-12-31T18:30:00.000Z', to: '2026-12-31T18:30:00.000Z', filters: {} };

type Deps = Pick<Container, 'knex' | 'outbox'>;

/** Exports to look at: one that failed, one whose file is gone, and one that the platform writes once it runs. */
export async function writeReportExports(tx: Tx, ctx: Context, seed: number, deps: Deps): Promise<void> {
  const newId = createIds(seed, 'report exports');
  const exports = createReportExportsRepository(deps.knex);
  const ago = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);

  async function write(reportKey: string, format: ExportFormat, daysAgo: number): Promise<string> {
    const id = newId();
    const fileName = exportFileName({ key: reportKey, ...params, format }, TIME_ZONE);
    const row = { id, vendorId: null, reportKey, format, params, fileName };
    await exports.insert(tx, { ...row, actor: ctx.actor, now: ago(daysAgo) });
    return id;
  }

  const expired = await write('orders', 'xlsx', 10);
  await tx('reports_exports')
    .where({ id: expired })
    .update({
      status: 'expired',
      rowCount: 120,
      fileSize: 14_820,
      attempt: 1,
      completedAt: ago(10),
      expiresAt: new Date(ago(10).getTime() + RETENTION_MS),
    });
  const failed = await write('customers', 'csv', 3);
  await tx('reports_exports')
    .where({ id: failed })
    .update({
      status: 'failed',
      attempt: 6,
      completedAt: ago(3),
      error: 'The export failed because of an internal error',
    });
  const requested = await write('orders', 'csv', 0);
  const payload = { exportId: requested, reportKey: 'orders', format: 'csv' as const, vendorId: null };
  deps.outbox.append(tx, ctx, reportsEvents.requested, requested, payload);
}

import { type ExportStatus, exportKey, RETENTION_MS } from '#domain/reports/report-export.js';
import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';

/** An export with its file, written straight into the table and the storage; any other state has no file. */
export async function readyExport(
  { knex, storage, clock }: Pick<Container, 'knex' | 'storage' | 'clock'>,
  fields: { vendorId?: string | null; status?: ExportStatus; file?: string; completedAt?: Date } = {},
): Promise<string> {
  const id = newId();
  const { vendorId = null, status = 'ready', file = '\uFEFFOrder number\nHT-2611-7K3M9\n' } = fields;
  const completedAt = fields.completedAt ?? clock.now();
  const done = status === 'ready' || status === 'expired';
  await knex('reports_exports').insert({
    id,
    vendorId,
    status,
    reportKey: 'orders',
    format: 'csv',
    params: JSON.stringify({ from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z', filters: {} }),
    rowCount: done ? 1 : 0,
    rowTotal: done ? 1 : null,
    fileName: 'orders_2026-10-01_2026-11-01.csv',
    fileSize: done ? Buffer.byteLength(file) : 0,
    error: status === 'failed' ? 'The file could not be written' : null,
    actor: JSON.stringify({ type: 'system', id: 'test' }),
    completedAt: done ? completedAt : null,
    expiresAt: done ? new Date(completedAt.getTime() + RETENTION_MS) : null,
  });
  if (status === 'ready')
    await storage.put(exportKey(id), Buffer.from(file), { contentType: 'text/csv; charset=utf-8' });
  return id;
}

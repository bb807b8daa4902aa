import { integer, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ReportParams } from '#domain/reports/report.js';
import {
  CANCELLED,
  type ExportFormat,
  type ExportStatus,
  type ReportExport,
  RETENTION_MS,
} from '#domain/reports/report-export.js';

export interface NewExport {
  id: string;
  reportKey: string;
  vendorId: string | null;
  format: ExportFormat;
  params: ReportParams;
  fileName: string;
  actor: Actor;
  now: Date;
}

/** Whose exports: those of one vendor, or with null those of the platform. */
export interface ExportScope {
  vendorId: string | null;
}

export interface ExportFilter {
  reportKey?: string | undefined;
  status?: ExportStatus | undefined;
}

const columns = [
  'id',
  'reportKey',
  'vendorId',
  'format',
  'params',
  'rowCount',
  'rowTotal',
  'truncated',
  'fileName',
  'fileSize',
  'error',
  'createdAt',
  'completedAt',
  'expiresAt',
];

/** From `expiresAt` on a ready export is expired, whether its file is gone or not. */
const STATUS = `case when status = 'ready' and expires_at <= ? then 'expired' else status end`;

export function createReportExportsRepository(knex: Knex) {
  const rowsOf = (reader: Reader, { vendorId }: ExportScope, now: Date) =>
    reader('reports_exports')
      .where({ vendorId })
      .select(...columns, reader.raw(`${STATUS} as status`, [now]));

  return {
    async insert(tx: Tx, { actor, now, params, ...row }: NewExport): Promise<void> {
      await tx('reports_exports').insert({
        ...row,
        params: JSON.stringify(params),
        actor: JSON.stringify(actor),
        createdAt: now,
        updatedAt: now,
      });
    },

    /** How many exports of a vendor wait or run. The lock, until the transaction ends, makes requests at once count each other. */
    async countOpen(tx: Tx, vendorId: string): Promise<number> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('reports-exports:' || ?, 0))`, [vendorId]);
      const rows = await query(tx, { open: integer })(
        `select count(*)::int as open from reports_exports
         where vendor_id = ? and status in ('pending', 'processing')`,
        [vendorId],
      );
      return rows[0]?.open ?? 0;
    },

    /**
     * The ZIP of the same documents that waits or is being written. The lock, until the transaction ends, makes requests
     * at once see each other.
     */
    async openArchive(
      tx: Tx,
      { vendorId, params, now }: Pick<NewExport, 'vendorId' | 'params' | 'now'>,
    ): Promise<ReportExport | undefined> {
      const owner = vendorId ?? 'platform';
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('documents-archive:' || ?, 0))`, [owner]);
      return (await rowsOf(tx, { vendorId }, now)
        .where({ format: 'zip' })
        .whereIn('status', ['pending', 'processing'])
        .whereRaw(`params ->> 'from' = ?`, [params.from])
        .first()) as ReportExport | undefined;
    },

    list(
      scope: ExportScope,
      { reportKey, status }: ExportFilter,
      query: ListQuery,
      now: Date,
    ): Promise<Page<ReportExport>> {
      const base = knex('reports_exports').where({ vendorId: scope.vendorId });
      if (reportKey !== undefined) void base.where({ reportKey });
      if (status !== undefined) void base.whereRaw(`${STATUS} = ?`, [now, status]);
      return listPage<ReportExport>({
        base,
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['fileName'],
        select: [...columns, knex.raw(`${STATUS} as status`, [now])],
      });
    },

    async find(reader: Reader, scope: ExportScope, id: string, now: Date): Promise<ReportExport | undefined> {
      return (await rowsOf(reader, scope, now).where({ id }).first()) as ReportExport | undefined;
    },

    /** Whose export it is; null for one of the platform. */
    async vendorOf(reader: Reader, id: string): Promise<string | null> {
      const row = (await reader('reports_exports').where({ id }).first('vendorId')) as
        | { vendorId: string | null }
        | undefined;
      return row?.vendorId ?? null;
    },

    /** Begins an attempt to write the file; undefined when the export has ended. */
    async begin(tx: Tx, id: string, now: Date): Promise<(ReportExport & { attempt: number }) | undefined> {
      const [row] = (await tx('reports_exports')
        .where({ id })
        .whereIn('status', ['pending', 'processing'])
        .update({
          status: 'processing',
          rowCount: 0,
          rowTotal: null,
          error: null,
          updatedAt: now,
          attempt: tx.raw('attempt + 1'),
        })
        .returning([...columns, 'status', 'attempt'])) as (ReportExport & { attempt: number })[];
      return row;
    },

    /** Records how many rows are written; false when the attempt is not the current one any more. */
    async progress(id: string, attempt: number, rowCount: number, now: Date): Promise<boolean> {
      const changed = await knex('reports_exports')
        .where({ id, attempt, status: 'processing' })
        .update({ rowCount, updatedAt: now });
      return changed > 0;
    },

    /** Records how many rows the file will have, while the attempt is the current one. */
    async recordTotal(id: string, attempt: number, rowTotal: number): Promise<void> {
      await knex('reports_exports').where({ id, attempt, status: 'processing' }).update({ rowTotal });
    },

    /** Marks an export as ready; undefined when it has ended otherwise. */
    async complete(
      tx: Tx,
      { id, attempt }: { id: string; attempt: number },
      file: { rowCount: number; truncated: boolean; fileSize: number },
      now: Date,
    ): Promise<{ expiresAt: Date } | undefined> {
      const expiresAt = new Date(now.getTime() + RETENTION_MS);
      const changed = await tx('reports_exports')
        .where({ id, attempt, status: 'processing' })
        .update({ ...file, status: 'ready', error: null, completedAt: now, updatedAt: now, expiresAt });
      return changed > 0 ? { expiresAt } : undefined;
    },

    /** Notes what an attempt waits for, as long as it does. */
    async recordOutage(id: string, attempt: number, reason: string): Promise<void> {
      await knex('reports_exports').where({ id, attempt, status: 'processing' }).update({ error: reason });
    },

    /** Has failed exports written again, the oldest first; those that were cancelled stay. @param reasons undefined for all */
    async reopenFailed(
      tx: Tx,
      { since, reasons, limit }: { since: Date; reasons?: readonly string[]; limit: number },
    ): Promise<Pick<ReportExport, 'id' | 'reportKey' | 'format' | 'vendorId'>[]> {
      return query(tx, {
        id: uuid,
        reportKey: text,
        format: textOf<Pick<ReportExport, 'id' | 'reportKey' | 'format' | 'vendorId'>['format']>(),
        vendorId: nullable(uuid),
      })(
        `update reports_exports set status = 'pending', error = null, completed_at = null, updated_at = now()
         where id in (
           select id from reports_exports
           where status = 'failed' and updated_at >= ? and error is distinct from ?
             and (?::text[] is null or error = any(?::text[]))
           order by updated_at limit ? for update skip locked)
         returning id, report_key, format, vendor_id`,
        [since, CANCELLED, reasons ?? null, reasons ?? null, limit],
      );
    },

    /** Ends an export with a reason, unless it is in none of these states. */
    async fail(
      tx: Tx,
      id: string,
      { from, error, now }: { from: readonly ExportStatus[]; error: string; now: Date },
    ): Promise<boolean> {
      const changed = await tx('reports_exports')
        .where({ id })
        .whereIn('status', [...from])
        .update({ status: 'failed', error, updatedAt: now, completedAt: now, expiresAt: null });
      return changed > 0;
    },

    /** Marks a ready export as expired, as of `now` when that is earlier than planned. */
    async expire(tx: Tx, id: string, now: Date): Promise<boolean> {
      const changed = await tx('reports_exports')
        .where({ id, status: 'ready' })
        .update({
          status: 'expired',
          updatedAt: now,
          expiresAt: tx.raw('least(expires_at, ?)', [now]),
        });
      return changed > 0;
    },

    /** The export whatever its scope, with the state that is stored: for the flow and the sweep. */
    async state(
      reader: Reader,
      id: string,
    ): Promise<Pick<ReportExport, 'reportKey' | 'status' | 'expiresAt'> | undefined> {
      return await reader('reports_exports').where({ id }).first('reportKey', 'status', 'expiresAt');
    },

    /** Ready exports whose time is over. */
    async due(now: Date, limit: number): Promise<{ id: string }[]> {
      return await knex('reports_exports')
        .where({ status: 'ready' })
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .limit(limit)
        .select('id');
    },

    /** Exports that say they are being written and have not moved since. */
    async stuck(before: Date, limit: number): Promise<{ id: string }[]> {
      return await knex('reports_exports')
        .where({ status: 'processing' })
        .where('updatedAt', '<', before)
        .orderBy('updatedAt')
        .limit(limit)
        .select('id');
    },

    /** Of these ids those whose file must stay: exports that are being written, or ready. */
    async keepingFiles(ids: readonly string[]): Promise<Set<string>> {
      const rows = await knex('reports_exports')
        .whereIn('id', [...ids])
        .whereIn('status', ['pending', 'processing', 'ready'])
        .select('id');
      return new Set(rows.map(({ id }) => id));
    },
  };
}

export type ReportExportsRepository = ReturnType<typeof createReportExportsRepository>;

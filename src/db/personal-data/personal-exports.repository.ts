import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  EXPORT_KEPT_MS,
  type PersonalExport,
  type PersonalExportFormat,
  type PersonalExportStatus,
} from '#domain/personal-data/personal-data-export.js';

const TABLE = 'personal_data_exports';
const columns = [
  'id',
  'userId',
  'format',
  'rowCount',
  'fileSize',
  'error',
  'createdAt',
  'completedAt',
  'expiresAt',
];

/** From `expiresAt` on a ready file is expired, whether it is deleted or not. */
const STATUS = `case when status = 'ready' and expires_at <= ? then 'expired' else status end as status`;

export interface ExportAttempt {
  id: string;
  userId: string;
  format: PersonalExportFormat;
  attempt: number;
}

export function createPersonalExportsRepository(knex: Knex) {
  return {
    /** @throws where a file of the user waits or is being written: `personal_data_exports_open` */
    async insert(tx: Tx, row: Pick<PersonalExport, 'id' | 'userId' | 'format' | 'createdAt'>): Promise<void> {
      await tx(TABLE).insert({ ...row, updatedAt: row.createdAt });
    },

    list: (userId: string, query: ListQuery, now: Date): Promise<Page<PersonalExport>> =>
      listPage<PersonalExport>({
        base: knex(TABLE).where({ userId }),
        query,
        columns: {},
        idColumn: 'id',
        select: [...columns, knex.raw(STATUS, [now])],
      }),

    async find(
      reader: Reader,
      { id, userId }: { id: string; userId: string },
      now: Date,
    ): Promise<PersonalExport | undefined> {
      return (await reader(TABLE)
        .where({ id, userId })
        .first(...columns, reader.raw(STATUS, [now]))) as PersonalExport | undefined;
    },

    /** Begins an attempt; undefined when the export has ended. */
    async begin(tx: Tx, id: string, now: Date): Promise<ExportAttempt | undefined> {
      const [row] = (await tx(TABLE)
        .where({ id })
        .whereIn('status', ['pending', 'processing'])
        .update({ status: 'processing', updatedAt: now, attempt: tx.raw('attempt + 1') })
        .returning(['id', 'userId', 'format', 'attempt'])) as ExportAttempt[];
      return row;
    },

    /** Records how many rows are written; false when another attempt goes on, or the export has ended. */
    async progress({ id, attempt }: ExportAttempt, rowCount: number, now: Date): Promise<boolean> {
      const changed = await knex(TABLE)
        .where({ id, attempt, status: 'processing' })
        .update({ rowCount, updatedAt: now });
      return changed > 0;
    },

    /** Marks a file as ready; false when the export has ended otherwise. */
    async complete(
      tx: Tx,
      { id, attempt }: ExportAttempt,
      file: { rowCount: number; fileSize: number },
      now: Date,
    ): Promise<boolean> {
      const expiresAt = new Date(now.getTime() + EXPORT_KEPT_MS);
      const changed = await tx(TABLE)
        .where({ id, attempt, status: 'processing' })
        .update({ ...file, status: 'ready', error: null, completedAt: now, updatedAt: now, expiresAt });
      return changed > 0;
    },

    /** Ends an export that waits or is being written. */
    async fail(tx: Tx, id: string, error: string, now: Date): Promise<boolean> {
      const changed = await tx(TABLE)
        .where({ id })
        .whereIn('status', ['pending', 'processing'])
        .update({ status: 'failed', error, updatedAt: now, completedAt: now });
      return changed > 0;
    },

    async expire(tx: Tx, id: string, now: Date): Promise<boolean> {
      const changed = await tx(TABLE)
        .where({ id, status: 'ready' })
        .update({ status: 'expired', updatedAt: now });
      return changed > 0;
    },

    async status(reader: Reader, id: string): Promise<PersonalExportStatus | undefined> {
      const row = (await reader(TABLE).where({ id }).first('status')) as
        | { status: PersonalExportStatus }
        | undefined;
      return row?.status;
    },

    /** Ready files whose time is over. */
    async due(now: Date, limit: number): Promise<string[]> {
      const rows = await knex(TABLE)
        .where({ status: 'ready' })
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .limit(limit)
        .select('id');
      return rows.map(({ id }) => id as string);
    },

    /** Of these ids those whose file must stay. */
    async keepingFiles(ids: readonly string[]): Promise<Set<string>> {
      const rows = await knex(TABLE)
        .whereIn('id', [...ids])
        .whereIn('status', ['pending', 'processing', 'ready'])
        .select('id');
      return new Set(rows.map(({ id }) => id as string));
    },

    /** The files of a user, whatever became of them. */
    async idsOf(reader: Reader, userId: string): Promise<string[]> {
      const rows = await reader(TABLE).where({ userId }).select('id');
      return rows.map(({ id }) => id as string);
    },
  };
}

export type PersonalExportsRepository = ReturnType<typeof createPersonalExportsRepository>;

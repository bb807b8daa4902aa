import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Erasure, ErasureBlocker } from '#domain/personal-data/erasure.js';

const TABLE = 'personal_data_erasures';
const OPEN = ['scheduled', 'erasing'] as const;
const columns = [
  'id',
  'userId',
  'email',
  'status',
  'forfeitStoreCredit',
  'dueAt',
  'blockedBy',
  'tablesDone',
  'rowsDone',
  'createdAt',
  'startedAt',
  'endedAt',
];

export interface NewErasure {
  id: string;
  userId: string | null;
  email: string;
  forfeitStoreCredit: boolean;
  actor: Actor;
  dueAt: Date;
  createdAt: Date;
}

export function createErasuresRepository(knex: Knex) {
  return {
    /** @throws where one of the person is open: `personal_data_erasures_user`, `personal_data_erasures_email` */
    async insert(tx: Tx, { actor, ...row }: NewErasure): Promise<void> {
      await tx(TABLE).insert({
        ...row,
        status: 'scheduled',
        actor: JSON.stringify(actor),
        updatedAt: row.createdAt,
      });
    },

    list: (query: ListQuery): Promise<Page<Erasure>> =>
      listPage<Erasure>({
        base: knex(TABLE),
        query,
        columns: { status: 'status' },
        idColumn: 'id',
        select: columns,
      }),

    async find(reader: Reader, id: string): Promise<Erasure | undefined> {
      return (await reader(TABLE)
        .where({ id })
        .first(...columns)) as Erasure | undefined;
    },

    async lock(tx: Tx, id: string): Promise<Erasure | undefined> {
      return (await tx(TABLE)
        .where({ id })
        .forUpdate()
        .first(...columns)) as Erasure | undefined;
    },

    /** The open one of a user. */
    async findOpen(reader: Reader, userId: string): Promise<Erasure | undefined> {
      return (await reader(TABLE)
        .where({ userId })
        .whereIn('status', [...OPEN])
        .first(...columns)) as Erasure | undefined;
    },

    /** False when it has begun or ended. */
    async cancel(tx: Tx, id: string, now: Date): Promise<boolean> {
      const changed = await tx(TABLE)
        .where({ id, status: 'scheduled' })
        .update({ status: 'cancelled', email: null, endedAt: now, updatedAt: now });
      return changed > 0;
    },

    async begin(tx: Tx, id: string, now: Date): Promise<boolean> {
      const changed = await tx(TABLE)
        .where({ id, status: 'scheduled' })
        .update({ status: 'erasing', blockedBy: '{}', startedAt: now, updatedAt: now });
      return changed > 0;
    },

    /** Records why it did not begin. */
    async recordBlocked(tx: Tx, id: string, blockedBy: readonly ErasureBlocker[], now: Date): Promise<void> {
      await tx(TABLE)
        .where({ id, status: 'scheduled' })
        .update({ blockedBy: [...blockedBy], updatedAt: now });
    },

    /** Counts erased rows, in the transaction that erases them. */
    async recordRows(tx: Tx, id: string, rows: number, now: Date): Promise<void> {
      await tx(TABLE)
        .where({ id, status: 'erasing' })
        .update({ rowsDone: tx.raw('rows_done + ?', [rows]), updatedAt: now });
    },

    async recordTable(tx: Tx, id: string, table: string, now: Date): Promise<void> {
      await tx(TABLE)
        .where({ id, status: 'erasing' })
        .update({
          tablesDone: tx.raw('array_append(array_remove(tables_done, ?), ?)', [table, table]),
          updatedAt: now,
        });
    },

    /** False when it has ended already. */
    async complete(tx: Tx, id: string, now: Date): Promise<boolean> {
      const changed = await tx(TABLE)
        .where({ id, status: 'erasing' })
        .update({ status: 'erased', email: null, endedAt: now, updatedAt: now });
      return changed > 0;
    },

    /** Open ones that should have begun before an instant: their run was lost. */
    async overdue(before: Date, limit: number): Promise<Pick<Erasure, 'id' | 'dueAt'>[]> {
      return await knex(TABLE)
        .whereIn('status', [...OPEN])
        .where('dueAt', '<', before)
        .orderBy('dueAt')
        .limit(limit)
        .select('id', 'dueAt');
    },
  };
}

export type ErasuresRepository = ReturnType<typeof createErasuresRepository>;

import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Suppression } from '#domain/mail/suppression.js';

const columns = ['address', 'reason', 'source', 'note', 'createdAt'] as const;

export function createSuppressionsRepository(knex: Knex) {
  return {
    list: (query: ListQuery): Promise<Page<Suppression>> =>
      listPage<Suppression>({
        base: knex('mail_suppressions'),
        query,
        columns: {},
        idColumn: 'address',
        searchColumns: ['address'],
        select: [...columns],
      }),

    find: (address: string, reader: Reader = knex): Promise<Suppression | undefined> =>
      reader<Suppression>('mail_suppressions')
        .where({ address })
        .first([...columns]),

    /** The first reason stays. @returns the addresses that are new */
    async insertAll(tx: Tx, rows: readonly Omit<Suppression, 'createdAt'>[]): Promise<string[]> {
      if (rows.length === 0) return [];
      const byAddress = new Map(
        rows.map((row) => [row.address, row]).reverse() as [string, (typeof rows)[number]][],
      );
      // In one order, so that two writers of the same addresses cannot wait for each other in a circle.
      const sorted = [...byAddress.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
      const inserted = await tx('mail_suppressions')
        .insert(sorted)
        .onConflict('address')
        .ignore()
        .returning('address');
      return inserted.map(({ address }) => address);
    },

    /** @returns what was deleted */
    async delete(tx: Tx, address: string): Promise<Suppression | undefined> {
      const rows = await tx('mail_suppressions')
        .where({ address })
        .delete([...columns]);
      return rows[0];
    },
  };
}

export type SuppressionsRepository = ReturnType<typeof createSuppressionsRepository>;

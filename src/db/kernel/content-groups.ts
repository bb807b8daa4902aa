import type { ContentGroup } from '#domain/_shared/content-group.js';
import { expectRow } from './expect-row.js';
import type { Knex } from './knex.js';
import type { Tx } from './unit-of-work.js';

/** The rows of one table of content groups. */
export function createContentGroups(knex: Knex, table: 'dynamic_links_groups' | 'dynamic_listings_groups') {
  return {
    find: (id: string): Promise<ContentGroup | undefined> => knex<ContentGroup>(table).where({ id }).first(),

    /** The group, locked until the transaction ends: what adds to it or orders it takes it first. */
    lock: (tx: Tx, id: string): Promise<ContentGroup | undefined> =>
      tx<ContentGroup>(table).where({ id }).forUpdate().first(),

    async insert(tx: Tx, fields: Partial<ContentGroup>): Promise<ContentGroup> {
      return expectRow(await tx(table).insert(fields).returning('*'));
    },

    async update(tx: Tx, id: string, fields: Partial<ContentGroup>): Promise<ContentGroup> {
      return expectRow(await tx(table).where({ id }).update(fields).returning('*'));
    },

    async delete(tx: Tx, id: string): Promise<void> {
      await tx(table).where({ id }).delete();
    },
  };
}

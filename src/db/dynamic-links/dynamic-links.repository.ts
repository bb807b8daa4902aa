import { createContentGroups } from '#db/kernel/content-groups.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { DynamicLink } from '#domain/dynamic-links/dynamic-link.js';

/** Groups of links and their links. Rows are deleted for good; a group takes its links with it. */
export function createDynamicLinksRepository(knex: Knex) {
  return {
    ...createContentGroups(knex, 'dynamic_links_groups'),

    links: (reader: Reader, groupId: string): Promise<DynamicLink[]> =>
      reader<DynamicLink>('dynamic_links').where({ groupId }).orderBy(['sortOrder', 'id']).select('*'),

    findLink: (tx: Tx, groupId: string, id: string): Promise<DynamicLink | undefined> =>
      tx<DynamicLink>('dynamic_links').where({ groupId, id }).first(),

    async insertLink(tx: Tx, fields: Partial<DynamicLink>): Promise<DynamicLink> {
      return expectRow(await tx('dynamic_links').insert(fields).returning('*'));
    },

    async updateLink(tx: Tx, id: string, fields: Partial<DynamicLink>): Promise<DynamicLink> {
      return expectRow(await tx('dynamic_links').where({ id }).update(fields).returning('*'));
    },

    async deleteLink(tx: Tx, id: string): Promise<void> {
      await tx('dynamic_links').where({ id }).delete();
    },

    /** Gives links of a group new places, in one statement. */
    async placeLinks(
      tx: Tx,
      groupId: string,
      places: readonly { id: string; sortOrder: number }[],
      now: Date,
    ): Promise<void> {
      await tx.raw(
        `update dynamic_links link set sort_order = place.sort_order, updated_at = ?
         from unnest(?::uuid[], ?::int[]) as place (id, sort_order)
         where link.id = place.id and link.group_id = ? and link.sort_order <> place.sort_order`,
        [now, places.map(({ id }) => id), places.map(({ sortOrder }) => sortOrder), groupId],
      );
    },
  };
}

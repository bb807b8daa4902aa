import type { Knex } from '#db/kernel/knex.js';
import type { Rows } from '#db/tables.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** An engine whose collections the platform makes. */
export type SearchEngineName = Rows['search_collections']['engine'];
export type CollectionState = 'building' | 'live' | 'former';

export interface SearchCollection {
  name: string;
  version: number;
  state: CollectionState;
  createdAt: Date;
  retiredAt: Date | null;
}

/** The collections of each engine, as the platform made them. Passes write to all of them. */
export function createSearchCollectionsRepository(knex: Knex) {
  const columns = ['name', 'version', 'state', 'createdAt', 'retiredAt'];
  return {
    async list(engine: SearchEngineName): Promise<SearchCollection[]> {
      return await knex('search_collections').where({ engine }).orderBy('version').select(columns);
    },

    /** Notes a collection that is about to be filled; one that is there stays as it is. */
    async build(tx: Tx, engine: SearchEngineName, name: string, version: number): Promise<void> {
      await tx('search_collections')
        .insert({ engine, name, version, state: 'building' })
        .onConflict(['engine', 'name'])
        .ignore();
    },

    /** The collection goes live; the one before it is kept for the processes of the former release. */
    async goLive(tx: Tx, engine: SearchEngineName, name: string, now: Date): Promise<void> {
      await tx('search_collections')
        .where({ engine, state: 'live' })
        .whereNot({ name })
        .update({ state: 'former', retiredAt: now });
      await tx('search_collections').where({ engine, name }).update({ state: 'live', retiredAt: null });
    },

    /** Former collections since before `before`. */
    async retired(engine: SearchEngineName, before: Date): Promise<string[]> {
      return knex('search_collections')
        .where({ engine, state: 'former' })
        .where('retiredAt', '<', before)
        .pluck<string[]>('name');
    },

    /** Since when every change has been compared with its watermark; null before the first time. */
    async reconciledAt(engine: SearchEngineName): Promise<Date | null> {
      const row = await knex('search_collections').where({ engine, state: 'live' }).first('reconciledAt');
      return row?.reconciledAt ?? null;
    },

    async markReconciled(tx: Tx, engine: SearchEngineName, reconciledAt: Date): Promise<void> {
      await tx('search_collections').where({ engine, state: 'live' }).update({ reconciledAt });
    },

    async remove(tx: Tx, engine: SearchEngineName, name: string): Promise<void> {
      await tx('search_collections').where({ engine, name }).whereNot({ state: 'live' }).delete();
    },
  };
}

export type SearchCollectionsRepository = ReturnType<typeof createSearchCollectionsRepository>;

import type { Knex } from 'knex';

/**
 * The extensions that every feature may use, and the counters of limits that hold across processes, in the shape of the
 * library that writes them. The counters are unlogged: losing them in a crash is fine.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;
    create extension if not exists citext;
    -- lets one index hold the vendor beside the trigrams of texts
    create extension if not exists btree_gin;

    create unlogged table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rate_limits; drop extension btree_gin, citext, pg_trgm');
}

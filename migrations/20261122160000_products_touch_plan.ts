import type { Knex } from 'knex';

/**
 * Each statement that writes what a product consists of calls this, one that writes a whole product several times. What
 * it runs always had the same plan, and yet was planned each time, which took longer than running it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter function products_touch(uuid[]) set plan_cache_mode = 'force_generic_plan'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter function products_touch(uuid[]) reset plan_cache_mode');
}

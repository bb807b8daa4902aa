import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- vendors whose payouts wait although their bank details are good; of one vendor the longest hold
    create table payouts_holds (
      vendor_id uuid primary key references vendors (id) on delete cascade,
      until timestamptz not null,
      reason text not null,
      created_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table payouts_holds');
}

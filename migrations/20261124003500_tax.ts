import type { Knex } from 'knex';

/** GST by HSN code, as operators keep it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table tax_hsn_rates (
      -- digits; the longest prefix of a code counts
      hsn_prefix text primary key check (hsn_prefix ~ '^[0-9]{2,8}$'),
      gst_rate double precision check (gst_rate >= 0 and gst_rate <= 100),
      gst_exempt boolean not null default false,
      description text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (gst_exempt = (gst_rate is null))
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table tax_hsn_rates');
}

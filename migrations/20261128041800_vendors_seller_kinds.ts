import type { Knex } from 'knex';

/** By what a seller may sell: its scheme under GST, or the number that it has without a registration. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table vendors
      -- composition: no supply to other States, no tax on invoices (CGST Act 2017, section 10)
      add column gst_scheme text not null default 'regular' constraint vendors_gst_scheme check (gst_scheme in ('regular', 'composition')),
      -- of a seller without registration (Notification 34/2023-Central Tax)
      add column enrolment_number text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table vendors drop column gst_scheme, drop column enrolment_number');
}

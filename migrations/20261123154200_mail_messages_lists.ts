import type { Knex } from 'knex';

export const config = { transaction: false };

const indexes = {
  mail_messages_state: '(state, id desc)',
  mail_messages_template: '(template, role, id desc)',
  mail_messages_order: '(order_id, id desc) where order_id is not null',
  mail_messages_resend: '(resend_of) where resend_of is not null',
  mail_messages_variables: '(id) where variables_encrypted is not null',
};

/** Lists of mails by each of their filters, newest first. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(indexes))
    await knex.raw(`create index concurrently if not exists ${name} on mail_messages ${columns}`);
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(indexes)) await knex.raw(`drop index concurrently if exists ${name}`);
}

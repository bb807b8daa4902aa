import { boolean } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

/** Whether nobody knows if the last mail of this template to an address has arrived. */
export async function isLastMailUnclear(
  knex: Knex,
  { recipient, template }: { recipient: string; template: string },
): Promise<boolean> {
  const row = (await knex('mail_messages')
    .where({ recipient, template })
    .orderBy('id', 'desc')
    .first('state')) as { state: string } | undefined;
  return row?.state === 'unclear';
}

/**
 * Whether a link was given up for a later one: nobody knows whether its mail arrived, and the person has requested another.
 * @param dedupeKeys those of the mails that may have brought it
 */
export async function isLinkSuperseded(knex: Knex, dedupeKeys: readonly string[]): Promise<boolean> {
  const rows = await query(knex, { superseded: boolean })(
    `select exists (
       select 1 from mail_messages m
       join mail_messages later on later.recipient = m.recipient and later.template = m.template and later.id > m.id
       where m.dedupe_key = any(?) and m.state = 'unclear'
     ) as superseded`,
    [[...dedupeKeys]],
  );
  return rows[0]?.superseded ?? false;
}

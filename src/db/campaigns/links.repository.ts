import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

export interface CampaignLinkRow {
  key: string;
  /** From 0. */
  block: number;
  url: string;
}

/** The links of broadcasts that are counted, and who opened them. */
export function createLinksRepository(knex: Knex) {
  return {
    /** Links that are there already stay as they are: mails that left hold them. */
    async add(tx: Tx, broadcastId: string, links: readonly CampaignLinkRow[]): Promise<void> {
      if (links.length === 0) return;
      const rows = links.map((link) => ({ broadcastId, ...link }));
      await tx('campaigns_links').insert(rows).onConflict(['broadcastId', 'key']).ignore();
    },

    /** Where a link of the recipient's campaign leads; undefined for one that it does not have. */
    async find(recipientId: string, key: string): Promise<string | undefined> {
      const row = (await knex('campaigns_recipients as r')
        .join('campaigns_links as l', 'l.broadcastId', 'r.broadcastId')
        .where({ 'r.id': recipientId, 'l.key': key })
        .first('l.url')) as { url: string } | undefined;
      return row?.url;
    },

    /** Counts a click. @returns where the link leads; undefined for one that the recipient's campaign does not have */
    async click(tx: Tx, recipientId: string, key: string, at: Date): Promise<string | undefined> {
      const rows = await query(tx, { url: text })(
        `with link as (
           select r.id as recipient_id, l.broadcast_id, l.key, l.url
           from campaigns_recipients r join campaigns_links l on l.broadcast_id = r.broadcast_id
           where r.id = ? and l.key = ?
         ), counted as (
           insert into campaigns_clicks as c (recipient_id, broadcast_id, key, clicks, first_at, last_at)
           select recipient_id, broadcast_id, key, 1, ?, ? from link
           on conflict (recipient_id, key) do update set clicks = c.clicks + 1, last_at = excluded.last_at
         )
         select url from link`,
        [recipientId, key, at, at],
      );
      return rows[0]?.url;
    },
  };
}

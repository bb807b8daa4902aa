import { instant, integer, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { lockWeeklyLimit, overLimitSql } from '#db/campaigns/skipped-sql.js';
import type { SkipRules } from '#domain/campaigns/campaign-topic.js';
import type { RecipientState, RecipientRow } from '#domain/campaigns/broadcast.js';
import type { PutOff } from '#domain/mail/put-off.js';

const claimedRecipientColumns = {
  id: uuid,
  address: text,
  name: text,
  /** How often the provider has put the recipient off, and since when. */
  putOffs: integer,
  putOffSince: nullable(instant),
};
export type ClaimedRecipient = RowOf<typeof claimedRecipientColumns>;

/** What became of a recipient. `queued` is a further attempt, not before `putOff`; `tried` says whether this one counts. */
export interface RecipientResult {
  id: string;
  state: Exclude<RecipientState, 'sending' | 'suppressed'>;
  reason?: string;
  providerMessageId?: string;
  tried: boolean;
  putOff?: PutOff;
}

/** Which recipients a broadcast is sent to once more. */
export type ResentState = Extract<RecipientState, 'failed' | 'unclear'>;

export function createRecipientsRepository() {
  return {
    /**
     * Takes the next recipients, only while the broadcast still sends: a pause waits for the claim in hand and
     * prevents the next one. Suppressed addresses, and those that have unsubscribed from the topic, are marked at this moment, so that they are
     * spared whenever that was.
     * @returns how many were taken, and those to write to
     */
    async claim(
      tx: Tx,
      broadcastId: string,
      claimId: string,
      limit: number,
      now: Date,
    ): Promise<{ taken: number; recipients: ClaimedRecipient[] }> {
      const rows = await query(tx, { ...claimedRecipientColumns, state: textOf<RecipientState>() })(
        `with live as (
           select id, topic_id from campaigns_broadcasts where id = ? and status = 'sending' for update
         ), page as (
           select r.id, r.address, exists (
             select from campaigns_consents c where c.address = r.address and not c.subscribed
               and (live.topic_id is null or c.topic_id = live.topic_id)) as unsubscribed
           from campaigns_recipients r join live on r.broadcast_id = live.id
           where r.state = 'queued' and (r.not_before is null or r.not_before <= ?) order by r.id limit ?
           for update of r
         )
         update campaigns_recipients r set
           state = case when s.address is null and not page.unsubscribed then 'sending' else 'suppressed' end,
           reason = coalesce(s.reason, case when page.unsubscribed then 'topic' end), claim_id = ?, updated_at = now()
         from page left join mail_suppressions s on s.address = page.address
         where r.id = page.id
         returning r.id, r.address, r.name, r.put_offs, r.put_off_since, r.state`,
        [broadcastId, now, limit, claimId],
      );
      return { taken: rows.length, recipients: rows.filter(({ state }) => state === 'sending') };
    },

    /** Writes down what became of a claim. A response that comes late still counts over `unclear`. */
    async settle(tx: Tx, claimId: string, results: readonly RecipientResult[]): Promise<void> {
      if (results.length === 0) return;
      const rows = results.map(({ putOff, ...result }) => ({ ...result, ...putOff }));
      await tx.raw(
        `update campaigns_recipients r set
           -- The provider may have reported it before the response was given up on.
           state = case when given.state = 'unclear' and r.delivery_status is not null then 'sent' else given.state end,
           reason = left(given.reason, 500),
           attempts = r.attempts + case when given.tried then 1 else 0 end,
           put_offs = coalesce(given."putOffs", r.put_offs),
           put_off_since = coalesce(given."putOffSince", r.put_off_since),
           not_before = given."notBefore",
           provider_message_id = coalesce(given."providerMessageId", r.provider_message_id),
           sent_at = case when given.state = 'sent' or given.state = 'unclear' and r.delivery_status is not null then now() end, updated_at = now()
         from jsonb_to_recordset(?::jsonb) as given(id uuid, state text, reason text, "providerMessageId" text, tried boolean,
           "putOffs" integer, "putOffSince" timestamptz, "notBefore" timestamptz)
         where r.id = given.id and r.claim_id = ? and r.state in ('sending', 'unclear')
           and not (r.state = 'unclear' and given.state = 'queued')`,
        [JSON.stringify(rows), claimId],
      );
    },

    /** Recipients whose worker ended before the response came: they may have the mail, so that nobody sends it again. */
    async abandon(tx: Tx, broadcastId: string): Promise<number> {
      return tx('campaigns_recipients')
        .where({ broadcastId, state: 'sending' })
        .update({
          // The provider may have reported it meanwhile.
          state: tx.raw(`case when delivery_status is null then 'unclear' else 'sent' end`),
          reason: 'The process that was sending it ended before the response came',
          updatedAt: tx.fn.now(),
        });
    },

    /** When the next recipient may be tried who is still queued; null where one may be tried now. */
    async nextDue(tx: Tx, broadcastId: string, now: Date): Promise<Date | null> {
      const rows = await query(tx, { at: nullable(instant) })(
        `select not_before as at from campaigns_recipients where broadcast_id = ? and state = 'queued'
         order by not_before nulls first limit 1`,
        [broadcastId],
      );
      const at = rows[0]?.at ?? null;
      return at && at > now ? at : null;
    },

    /** Spares recipients of a cancelled broadcast who are still queued. @returns how many */
    async spareQueued(tx: Tx, broadcastId: string, limit: number): Promise<number> {
      const page = tx('campaigns_recipients')
        .where({ broadcastId, state: 'queued' })
        .limit(limit)
        .select('id');
      return tx('campaigns_recipients')
        .whereIn('id', page)
        .update({ state: 'suppressed', reason: 'cancelled', notBefore: null, updatedAt: tx.fn.now() });
    },

    /**
     * Queues recipients of the given states once more, in its own round. Suppressed addresses, closed accounts and who
     * has had enough this week stay as they are. @returns how many there are of those states, and how many were queued
     */
    async queueAgain(
      tx: Tx,
      broadcastId: string,
      round: number,
      states: readonly ResentState[],
      rules: SkipRules,
    ): Promise<{ found: number; queued: number }> {
      if (rules.weeklyLimit > 0) await lockWeeklyLimit(tx);
      const over = rules.weeklyLimit > 0 ? overLimitSql(rules, 'r.user_id') : { sql: 'false', bindings: [] };
      const rows = await query(tx, { found: integer })(
        'select count(*)::int as found from campaigns_recipients where state = any(?) and broadcast_id = ?',
        [[...states], broadcastId],
      );
      const rowCount = await execute(
        tx,
        `update campaigns_recipients r set
           state = 'queued', round = ?, reason = null, attempts = 0, put_offs = 0, put_off_since = null, not_before = null,
           claim_id = null, provider_message_id = null, delivery_status = null, delivery_status_at = null, updated_at = now()
         from accounts_users u
         where r.state = any(?) and r.broadcast_id = ? and r.round < ? and r.address is not null
           and u.id = r.user_id and u.banned_at is null
           and not exists (select 1 from mail_suppressions s where s.address = r.address) and not ${over.sql}`,
        [round, [...states], broadcastId, round, ...over.bindings],
      );
      return { found: rows[0]?.found ?? 0, queued: rowCount };
    },

    /** What the operator sees, in the order of the ids, one more than the limit. */
    list(
      knex: Knex,
      broadcastId: string,
      { state, after, limit }: { state?: RecipientState; after?: string; limit: number },
    ): Promise<RecipientRow[]> {
      const query = knex('campaigns_recipients').where({ broadcastId });
      if (state) void query.where({ state });
      if (after) void query.where('id', '>', after);
      return query
        .orderBy('id')
        .limit(limit + 1)
        .select(
          'id',
          'userId',
          'address',
          'state',
          'reason',
          'deliveryStatus',
          'sentAt',
          'unsubscribedAt',
        ) as Promise<RecipientRow[]>;
    },

    /** Who was skipped, by reason, the most frequent one first. */
    async skipped(knex: Knex, broadcastId: string): Promise<{ reason: string; count: number }[]> {
      return query(knex, { reason: text, count: integer })(
        `select reason, count(*)::int as count from campaigns_recipients
         where broadcast_id = ? and state = 'suppressed' and reason is not null
         group by reason order by count desc, reason`,
        [broadcastId],
      );
    },

    /** Notes that a recipient has unsubscribed by the link of this broadcast, or took that back. */
    async markUnsubscribed(tx: Tx, broadcastId: string, address: string, at: Date | null): Promise<void> {
      const query = tx('campaigns_recipients').where({ broadcastId, address });
      void (at ? query.whereNull('unsubscribedAt') : query.whereNotNull('unsubscribedAt'));
      await query.update({ unsubscribedAt: at, updatedAt: tx.fn.now() });
    },

    /** The same for what a provider reports. */
    async markUnsubscribedAll(tx: Tx, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await tx('campaigns_recipients')
        .whereIn('id', [...ids])
        .whereNull('unsubscribedAt')
        .update({ unsubscribedAt: tx.fn.now(), updatedAt: tx.fn.now() });
    },

    /** The topics of the campaigns that recipients got, by recipient; those without one are left out. */
    async topicsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = (await tx('campaigns_recipients as r')
        .join('campaigns_broadcasts as b', 'b.id', 'r.broadcastId')
        .whereIn('r.id', [...ids])
        .whereNotNull('b.topicId')
        .select('r.id', 'b.topicId')) as { id: string; topicId: string }[];
      return new Map(rows.map(({ id, topicId }) => [id, topicId]));
    },

    /** Forgets addresses of old broadcasts. @returns how many */
    async forgetAddresses(tx: Tx, beforeId: string): Promise<number> {
      return tx('campaigns_recipients')
        .whereIn(
          'id',
          tx('campaigns_recipients')
            .whereNotNull('address')
            .where('id', '<', beforeId)
            .orderBy('id')
            .limit(1_000)
            .select('id'),
        )
        .update({ address: null, name: '', updatedAt: tx.fn.now() });
    },
  };
}

export type RecipientsRepository = ReturnType<typeof createRecipientsRepository>;

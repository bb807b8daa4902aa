import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { SkipRules } from '#domain/campaigns/campaign-topic.js';
import { firstIdAt } from '#lib/ids.js';

/** A piece of SQL with the values of its `?`. */
export interface Sql {
  sql: string;
  bindings: Knex.RawBinding[];
}

/** A topic as statements need it. */
export interface SkippingTopic {
  id: string;
  optIn: boolean;
}

/**
 * Whether an address is not subscribed to what a campaign is about. A campaign without a topic is from before there were
 * any: it skips who has unsubscribed from one of them.
 */
export function notSubscribedSql(topic: SkippingTopic | null, address: string): Sql {
  const said = `select from campaigns_consents c where c.address = ${address}`;
  if (!topic) return { sql: `exists (${said} and not c.subscribed)`, bindings: [] };
  return topic.optIn
    ? { sql: `not exists (${said} and c.topic_id = ?::uuid and c.subscribed)`, bindings: [topic.id] }
    : { sql: `exists (${said} and c.topic_id = ?::uuid and not c.subscribed)`, bindings: [topic.id] };
}

/** Whether a user was written to before an instant, and has clicked, ordered and chosen nothing since. */
export function inactiveSql(since: Date, user: string): Sql {
  return {
    sql: `(
      exists (select from campaigns_recipients r where r.user_id = ${user}.id and r.sent_at < ?)
      and not exists (select from campaigns_recipients r join campaigns_clicks c on c.recipient_id = r.id
        where r.user_id = ${user}.id and c.last_at >= ?)
      and not exists (select from orders o where o.user_id = ${user}.id and o.placed_at >= ?)
      and not exists (select from campaigns_consents c where c.address = lower(${user}.email) and c.changed_at >= ?))`,
    bindings: [since, since, since, since],
  };
}

/**
 * Whether a user has had as many campaigns, digests and reminders of carts within a week as the limit says: those that left, and those whose
 * row is written. Two that write rows at once take turns by `lockWeeklyLimit`.
 */
export function overLimitSql({ weeklyLimit, weekAgo }: SkipRules, userId: string): Sql {
  return {
    sql: `(select count(*) from campaigns_recipients r where r.user_id = ${userId}
        and (r.state in ('queued', 'sending') and r.id >= ?::uuid
          or r.state in ('sent', 'unclear') and coalesce(r.sent_at, r.updated_at) >= ?))
      + (select count(*) from vendor_pages_digests d where d.user_id = ${userId} and d.sent_at >= ?)
      + (select count(*) from abandoned_carts_reminders m where m.user_id = ${userId} and m.sent_at >= ?) >= ?`,
    bindings: [firstIdAt(weekAgo), weekAgo, weekAgo, weekAgo, weeklyLimit],
  };
}

/** Why a verified user of an audience is skipped; null for who gets the campaign. */
export function skipReasonSql(
  { inactiveSince, ...limit }: SkipRules,
  topic: SkippingTopic | null,
  user: string,
): Sql {
  const cases: { when: Sql; reason: string }[] = [
    { when: { sql: `not ${user}.email_verified`, bindings: [] }, reason: 'unverified' },
    { when: notSubscribedSql(topic, `lower(${user}.email)`), reason: 'topic' },
    ...(inactiveSince ? [{ when: inactiveSql(inactiveSince, user), reason: 'inactive' }] : []),
    ...(limit.weeklyLimit > 0
      ? [{ when: overLimitSql({ inactiveSince, ...limit }, `${user}.id`), reason: 'weekly_limit' }]
      : []),
  ];
  return {
    sql: `case ${cases.map(({ when, reason }) => `when ${when.sql} then '${reason}'`).join(' ')} end`,
    bindings: cases.flatMap(({ when }) => when.bindings),
  };
}

/** Makes those that write rows under the weekly limit take turns: what one has written the next one counts. */
export async function lockWeeklyLimit(tx: Tx): Promise<void> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('campaigns.weekly-limit', 0))`);
}

import { integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Audience } from '#domain/campaigns/broadcast.js';
import type { SkipRules } from '#domain/campaigns/campaign-topic.js';
import {
  inactiveSql,
  lockWeeklyLimit,
  notSubscribedSql,
  skipReasonSql,
  type SkippingTopic,
  type Sql,
} from './skipped-sql.js';

/** A registered person without rights of an operator, whose account is open. */
const CUSTOMERS = `not u.is_anonymous and u.banned_at is null
  and not exists (select 1 from access_user_roles r where r.user_id = u.id)`;
/** Named people may be operators too: they want to see their own campaign. */
const NAMED = 'not u.is_anonymous and u.banned_at is null';

/** Whom an audience is for, what it is about, and who is skipped. */
export interface Recipients {
  audience: Audience;
  topic: SkippingTopic | null;
  rules: SkipRules;
}

/** The condition of an audience on `accounts_users u`. A further audience is a line here. */
function members({ audience, topic, rules }: Recipients): Sql {
  // Nobody gets a campaign about something that they have to ask for and have not: they are not even skipped.
  const asked = topic?.optIn ? notSubscribedSql(topic, 'lower(u.email)') : null;
  const all = membersOf(audience, rules);
  return asked
    ? { sql: `${all.sql} and not (${asked.sql})`, bindings: [...all.bindings, ...asked.bindings] }
    : all;
}

function membersOf(audience: Audience, { inactiveSince }: SkipRules): Sql {
  switch (audience.type) {
    case 'all_customers':
      return { sql: CUSTOMERS, bindings: [] };
    case 'user_ids':
      return { sql: `${NAMED} and u.id = any(?::uuid[])`, bindings: [audience.userIds] };
    // Who is in the group as the recipients are written: a member who was removed before gets no mail.
    case 'customer_group':
      return {
        sql: `${CUSTOMERS} and exists (
        select from customer_groups_members m join customer_groups g on g.id = m.group_id and g.deleted_at is null
        where m.user_id = u.id and m.group_id = ?::uuid)`,
        bindings: [audience.customerGroupId],
      };
    case 'inactive_customers': {
      if (!inactiveSince) return { sql: 'false', bindings: [] };
      const inactive = inactiveSql(inactiveSince, 'u');
      return { sql: `${CUSTOMERS} and ${inactive.sql}`, bindings: inactive.bindings };
    }
  }
}

/** Who is asked whether they want to go on is not skipped for having been quiet. */
const skipReason = ({ audience, topic, rules }: Recipients): Sql =>
  skipReasonSql(
    audience.type === 'inactive_customers' ? { ...rules, inactiveSince: null } : rules,
    topic,
    'u',
  );

/** Ids that name nobody to write to. */
export async function unknownUsers(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await query(reader, { id: uuid })(
    `select wanted.id from unnest(?::uuid[]) as wanted(id)
     where not exists (select 1 from accounts_users u where u.id = wanted.id and ${NAMED})`,
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}

const audienceSizeColumns = {
  recipients: integer,
  /** Of those, whom it spares, each counted once. */
  suppressed: integer,
  unverified: integer,
  unsubscribed: integer,
  inactive: integer,
  overWeeklyLimit: integer,
};
export type AudienceSize = RowOf<typeof audienceSizeColumns>;

export async function countAudience(reader: Reader, recipients: Recipients): Promise<AudienceSize> {
  const where = members(recipients);
  const skip = skipReason(recipients);
  const rows = await query(reader, audienceSizeColumns)(
    `select count(*)::int as recipients,
       count(*) filter (where a.reason = 'suppressed')::int as suppressed,
       count(*) filter (where a.reason = 'unverified')::int as unverified,
       count(*) filter (where a.reason = 'topic')::int as unsubscribed,
       count(*) filter (where a.reason = 'inactive')::int as inactive,
       count(*) filter (where a.reason = 'weekly_limit')::int as over_weekly_limit
     from (
       select case when s.address is not null then 'suppressed' else ${skip.sql} end as reason
       from accounts_users u left join mail_suppressions s on s.address = lower(u.email)
       where ${where.sql}) as a`,
    [...skip.bindings, ...where.bindings],
  );
  return (
    rows[0] ?? {
      recipients: 0,
      suppressed: 0,
      unverified: 0,
      unsubscribed: 0,
      inactive: 0,
      overWeeklyLimit: 0,
    }
  );
}

export async function audienceExamples(
  reader: Reader,
  recipients: Recipients,
  limit: number,
): Promise<{ userId: string; name: string; email: string }[]> {
  const where = members(recipients);
  return query(reader, { userId: uuid, name: text, email: text })(
    `select u.id as user_id, u.name, u.email from accounts_users u where ${where.sql} order by u.id limit ?`,
    [...where.bindings, limit],
  );
}

/**
 * Writes the next recipients of a broadcast, in the order of their users' ids. People who are skipped get a row that says
 * why. @returns the last user that was looked at; null when there was none left
 */
export async function writeRecipients(
  tx: Tx,
  broadcastId: string,
  recipients: Recipients,
  { after, limit }: { after: string | null; limit: number },
): Promise<string | null> {
  const where = members(recipients);
  const skip = skipReason(recipients);
  if (recipients.rules.weeklyLimit > 0) await lockWeeklyLimit(tx);
  const rows = await query(tx, { last: nullable(text) })(
    `with page as (
       select u.id, lower(u.email) as address, u.name, ${skip.sql} as reason from accounts_users u
       where ${where.sql} and u.id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') order by u.id limit ?
     ), written as (
       insert into campaigns_recipients (broadcast_id, user_id, address, name, state, reason)
       select ?::uuid, id, address, name, case when reason is null then 'queued' else 'suppressed' end, reason
       from page order by id
       on conflict (broadcast_id, address) do nothing
     )
     select (select id from page order by id desc limit 1) as last`,
    [...skip.bindings, ...where.bindings, after, limit, broadcastId],
  );
  return rows[0]?.last ?? null;
}

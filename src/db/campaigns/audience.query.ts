import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Audience } from '#domain/campaigns/broadcast.js';

/** A registered person without rights of an operator, whose account is open. */
const CUSTOMERS = `not u.is_anonymous and u.banned_at is null
  and not exists (select 1 from access_user_roles r where r.user_id = u.id)`;
/** Named people may be operators too: they want to see their own campaign. */
const NAMED = 'not u.is_anonymous and u.banned_at is null';

/** The condition of an audience on `accounts_users u`. A further audience is a line here. */
function members(audience: Audience): { where: string; bindings: (string | string[])[] } {
  // Who is in the group as the recipients are written: a member who was removed before gets no mail.
  if (audience.type === 'customer_group')
    return {
      where: `${CUSTOMERS} and exists (
        select from customer_groups_members m join customer_groups g on g.id = m.group_id and g.deleted_at is null
        where m.user_id = u.id and m.group_id = ?::uuid)`,
      bindings: [audience.customerGroupId],
    };
  return audience.type === 'all_customers'
    ? { where: CUSTOMERS, bindings: [] }
    : { where: `${NAMED} and u.id = any(?::uuid[])`, bindings: [audience.userIds] };
}

/** Ids that name nobody to write to. */
export async function unknownUsers(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const { rows } = await reader.raw<{ rows: { id: string }[] }>(
    `select wanted.id from unnest(?::uuid[]) as wanted(id)
     where not exists (select 1 from accounts_users u where u.id = wanted.id and ${NAMED})`,
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}

export interface AudienceSize {
  recipients: number;
  /** Of those, whom it spares. */
  suppressed: number;
  unverified: number;
}

export async function countAudience(reader: Reader, audience: Audience): Promise<AudienceSize> {
  const { where, bindings } = members(audience);
  const { rows } = await reader.raw<{ rows: AudienceSize[] }>(
    `select count(*)::int as recipients,
       count(*) filter (where s.address is not null)::int as suppressed,
       count(*) filter (where s.address is null and not u.email_verified)::int as unverified
     from accounts_users u left join mail_suppressions s on s.address = lower(u.email)
     where ${where}`,
    bindings,
  );
  return rows[0] ?? { recipients: 0, suppressed: 0, unverified: 0 };
}

export async function audienceExamples(
  reader: Reader,
  audience: Audience,
  limit: number,
): Promise<{ userId: string; name: string; email: string }[]> {
  const { where, bindings } = members(audience);
  const { rows } = await reader.raw<{ rows: { userId: string; name: string; email: string }[] }>(
    `select u.id as user_id, u.name, u.email from accounts_users u where ${where} order by u.id limit ?`,
    [...bindings, limit],
  );
  return rows;
}

/**
 * Writes the next recipients of a broadcast, in the order of their users' ids. People whose address is not verified get a
 * row that says so. @returns the last user that was looked at; null when there was none left
 */
export async function writeRecipients(
  tx: Tx,
  broadcastId: string,
  audience: Audience,
  { after, limit }: { after: string | null; limit: number },
): Promise<string | null> {
  const { where, bindings } = members(audience);
  const { rows } = await tx.raw<{ rows: { last: string | null }[] }>(
    `with page as (
       select u.id, lower(u.email) as address, u.name, u.email_verified from accounts_users u
       where ${where} and u.id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') order by u.id limit ?
     ), written as (
       insert into campaigns_recipients (broadcast_id, user_id, address, name, state, reason)
       select ?::uuid, id, address, name, case when email_verified then 'queued' else 'suppressed' end,
         case when email_verified then null else 'unverified' end
       from page order by id
       on conflict (broadcast_id, address) do nothing
     )
     select (select id from page order by id desc limit 1) as last`,
    [...bindings, after, limit, broadcastId],
  );
  return rows[0]?.last ?? null;
}

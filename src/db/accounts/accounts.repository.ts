import { boolean, instant, nullable, text, uuids } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import { deleteBatch } from '#db/kernel/delete-batch.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';

/** Users, their sessions and memberships, beside what better-auth writes itself. */
export function createAccountsRepository(knex: Knex) {
  return {
    /** What decides about a new session: whether the user is banned, and of which organizations a member. */
    async signInDetails(userId: string): Promise<{ banned: boolean; organizationIds: string[] }> {
      const rows = await query(knex, { banned: boolean, organizationIds: uuids })(
        `select u.banned_at is not null as banned, array(
           select m.organization_id::text from accounts_members m where m.user_id = u.id order by m.id limit 2
         ) as organization_ids
         from accounts_users u where u.id = ?`,
        [userId],
      );
      return rows[0] ?? { banned: false, organizationIds: [] };
    },

    /** Whether the user of an e-mail address has signed in from an address within the last 30 days. */
    async isKnownAddress(email: string, addressHash: string): Promise<boolean> {
      const found = await execute(
        knex,
        `select 1 from accounts_known_addresses a join accounts_users u on u.id = a.user_id
         where lower(u.email) = lower(?) and a.address_hash = ? and a.last_seen_at > now() - interval '30 days' limit 1`,
        [email, addressHash],
      );
      return found > 0;
    },

    /**
     * Records address and device that a user signed in from. Returns the user where one of them is new for somebody with a
     * platform role who has signed in before.
     * @param hashes the device's has another prefix than an address, so that it is never taken for one
     */
    async recordOrigin(
      userId: string,
      hashes: { address: string; device: string },
    ): Promise<{ email: string; name: string; isNewAddress: boolean } | undefined> {
      const rows = await query(knex, { email: text, name: text, isNewAddress: boolean })(
        `with recorded as (
           insert into accounts_known_addresses (user_id, address_hash)
           select id, origin.hash from accounts_users cross join unnest(array[?, ?]) as origin (hash)
           where id = ? and not is_anonymous
           on conflict (user_id, address_hash) do update set last_seen_at = now()
           returning user_id, address_hash, xmax = 0 as is_new
         )
         select u.email, u.name, bool_or(r.is_new and r.address_hash = ?) as is_new_address
         from recorded r join accounts_users u on u.id = r.user_id
         where exists (select 1 from access_user_roles ur where ur.user_id = u.id)
           and exists (select 1 from accounts_known_addresses a where a.user_id = u.id)
         group by u.id having bool_or(r.is_new)`,
        [hashes.address, hashes.device, userId, hashes.address],
      );
      return rows[0];
    },

    /** The hash of the token of a session that is named by its id. */
    async tokenHashOf(sessionId: string): Promise<string | undefined> {
      const row = (await knex('accounts_sessions').where({ id: sessionId }).first('tokenHash')) as
        | { tokenHash: string }
        | undefined;
      return row?.tokenHash;
    },

    /** Since when links of mails count for an account that a link names by id or address; undefined when they never ended. */
    async linksValidFrom({ userId, email }: { userId?: string; email: string }): Promise<Date | undefined> {
      const rows = await query(knex, { linksValidFrom: instant })(
        `select links_valid_from from accounts_users
         where ${userId === undefined ? 'lower(email) = lower(?)' : 'id::text = ?'} and links_valid_from > '-infinity'`,
        [userId ?? email],
      );
      return rows[0]?.linksValidFrom;
    },

    /** Ends every link that was mailed to a user until now. */
    async endLinks(userId: string): Promise<void> {
      await knex('accounts_users')
        .where({ id: userId })
        .update({ linksValidFrom: knex.raw('clock_timestamp()') });
    },

    /** Keeps the newest of the links that name a user by id, to reset the password or delete the account. */
    async endOlderLinks(userId: string): Promise<void> {
      await knex.raw(
        `delete from accounts_verifications where value = ? and id <> (
           select id from accounts_verifications where value = ? order by created_at desc, id desc limit 1)`,
        [userId, userId],
      );
    },

    /** Whether an organization is that of a suspended vendor. */
    async isSuspendedVendor(organizationId: string): Promise<boolean> {
      const row: unknown = await knex('vendors').where({ organizationId, status: 'suspended' }).first('id');
      return row !== undefined;
    },

    /** Ends the sessions of a user but one. */
    async endOtherSessions(userId: string, keptSessionId: string): Promise<void> {
      await knex('accounts_sessions').where({ userId }).whereNot({ id: keptSessionId }).delete();
    },

    /** The vendors of which a user is the only owner: deleting the user would leave them to nobody. */
    async soleOwnerOf(reader: Reader, userId: string): Promise<string[]> {
      const rows = await query(reader, { displayName: text })(
        `select v.display_name from accounts_members m
         join vendors v on v.organization_id = m.organization_id and v.deleted_at is null
         where m.user_id = ? and 'owner' = any(string_to_array(m.role, ','))
           and not exists (
             select 1 from accounts_members other
             where other.organization_id = m.organization_id and other.user_id <> m.user_id
               and 'owner' = any(string_to_array(other.role, ',')))
         order by v.id`,
        [userId],
      );
      return rows.map((row) => row.displayName);
    },

    /** The language of the user's mails; null for that of the store. */
    async setLocale(tx: Tx, userId: string, locale: string | null): Promise<void> {
      await tx('accounts_users').where({ id: userId }).update({ locale, updatedAt: tx.fn.now() });
    },

    /** Makes a vendor the session's active one, or none. False when the user is not its member. */
    async setActiveVendor(tx: Tx, session: { id: string; userId: string }, vendorId: string | null) {
      if (vendorId === null) {
        await tx('accounts_sessions').where({ id: session.id, userId: session.userId }).update({
          activeOrganizationId: null,
          activeVendorId: null,
          noVendor: true,
          updatedAt: tx.fn.now(),
        });
        return true;
      }
      const updated = await execute(
        tx,
        `update accounts_sessions s
         set active_organization_id = v.organization_id, active_vendor_id = v.id, no_vendor = false, updated_at = now()
         from vendors v join accounts_members m on m.organization_id = v.organization_id
         where s.id = ? and s.user_id = ? and m.user_id = s.user_id and v.id = ? and v.deleted_at is null`,
        [session.id, session.userId, vendorId],
      );
      return updated === 1;
    },

    /** Opens the panel of a vendor to a session for some minutes, or none. */
    async setSupport(tx: Tx, sessionId: string, vendorId: string | null, minutes = 0): Promise<Date | null> {
      const rows = await query(tx, { supportUntil: nullable(instant) })(
        `update accounts_sessions
         set support_vendor_id = ?::uuid, updated_at = now(),
             support_until = case when ?::uuid is null then null else now() + make_interval(mins => ?) end
         where id = ? returning support_until`,
        [vendorId, vendorId, minutes, sessionId],
      );
      return rows[0]?.supportUntil ?? null;
    },

    /** Bans a user, or lets them in again; a ban ends their sessions. False when nothing changed. */
    async setBanned(tx: Tx, userId: string, banned: boolean, now: Date): Promise<boolean> {
      const query = tx('accounts_users').where({ id: userId });
      const changed = await (banned ? query.whereNull('bannedAt') : query.whereNotNull('bannedAt')).update({
        bannedAt: banned ? now : null,
        updatedAt: now,
      });
      if (banned) await tx('accounts_sessions').where({ userId }).delete();
      return changed === 1;
    },

    /**
     * Makes sure that an address belongs to a user with this password, verified. A user who had taken it before loses
     * their password and their sessions.
     * @param user.passwordHash as better-auth writes it
     */
    async putUserWithPassword(
      tx: Tx,
      user: { email: string; name: string; passwordHash: string },
    ): Promise<string> {
      const [row] = await tx('accounts_users')
        .insert({ email: user.email, name: user.name, emailVerified: true })
        .onConflict('email')
        .merge({ emailVerified: true, bannedAt: null, updatedAt: tx.fn.now() })
        .returning('id');
      if (!row) throw new Error('The user was not returned');
      await tx('accounts_sessions').where({ userId: row.id }).delete();
      await tx('accounts_credentials')
        .insert({ userId: row.id, providerId: 'credential', accountId: row.id, password: user.passwordHash })
        .onConflict(['providerId', 'accountId'])
        .merge({ password: user.passwordHash, updatedAt: tx.fn.now() });
      return row.id;
    },

    /** Deletes some sessions that have expired. Returns how many. */
    sweepSessions(tx: Tx, now: Date): Promise<number> {
      return deleteBatch(tx, 'accounts_sessions', 'r.expires_at < ?', [now]);
    },

    /** Forgets addresses from where nobody has signed in for long. Returns how many. */
    sweepAddresses(tx: Tx, olderThan: Date): Promise<number> {
      return deleteBatch(tx, 'accounts_known_addresses', 'r.last_seen_at < ?', [olderThan]);
    },

    /** Deletes some sign-in links and the like that have expired. Returns how many. */
    sweepVerifications(tx: Tx, now: Date): Promise<number> {
      return deleteBatch(tx, 'accounts_verifications', 'r.expires_at < ?', [now]);
    },

    /**
     * Deletes some guests created before `olderThan` who have no session left, and so no way back, with their carts. Returns
     * how many.
     */
    sweepGuests(tx: Tx, olderThan: Date): Promise<number> {
      const session = 'select 1 from accounts_sessions s where s.user_id = r.id';
      return deleteBatch(
        tx,
        'accounts_users',
        `r.is_anonymous and r.created_at < ? and not exists (${session})`,
        [olderThan],
      );
    },

    /** Whether an e-mail address, in lower case, is that of an account. */
    async hasAddress(reader: Reader, email: string): Promise<boolean> {
      return (await reader('accounts_users').where({ email, isAnonymous: false }).first('id')) !== undefined;
    },

    /** Has others who write rows of a user wait, and waits for them. */
    async lockUser(tx: Tx, userId: string): Promise<void> {
      await tx('accounts_users').where({ id: userId }).forUpdate().first('id');
    },

    /** Removes an account with what hangs on it. */
    async deleteUser(tx: Tx, userId: string): Promise<void> {
      await tx('accounts_users').where({ id: userId }).delete();
    },

    async deleteGuest(tx: Tx, userId: string): Promise<void> {
      await tx('accounts_users').where({ id: userId, isAnonymous: true }).delete();
    },
  };
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

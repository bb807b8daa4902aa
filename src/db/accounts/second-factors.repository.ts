import { boolean, instant, integer, nullable, type RowOf } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { MEMBERSHIPS, requiredSinceSql } from './required-factor-sql.js';

export interface SecondFactorRow {
  secretEncrypted: string;
  confirmedAt: Date | null;
  /** `bigint` of the database. */
  lastStep: number;
}

const secondFactorDetailsColumns = {
  enrolledAt: nullable(instant),
  recoveryCodesLeft: integer,
  hasRole: boolean,
  /** Since when the account must have a factor: its first role of the platform or a vendor, or the setting where that came later. */
  requiredSince: nullable(instant),
};
export type SecondFactorDetails = RowOf<typeof secondFactorDetailsColumns>;

/** Second factors, their recovery codes, and what sessions know of them. */
export function createSecondFactorsRepository() {
  return {
    async details(reader: Reader, userId: string): Promise<SecondFactorDetails> {
      const rows = await query(reader, secondFactorDetailsColumns)(
        `select f.confirmed_at as enrolled_at, roles.since is not null or memberships.since is not null as has_role,
                ${requiredSinceSql('roles.since', 'memberships.since')} as required_since,
                (select count(*)::int from accounts_recovery_codes c where c.user_id = u.id and c.used_at is null)
                  as recovery_codes_left
         from accounts_users u
         left join accounts_second_factors f on f.user_id = u.id
         cross join lateral (
           select min(ur.created_at) as since from access_user_roles ur
           join access_roles r on r.id = ur.role_id and r.deleted_at is null where ur.user_id = u.id
         ) roles
         cross join lateral (${MEMBERSHIPS}) memberships
         where u.id = ?`,
        [userId],
      );
      return rows[0] ?? { enrolledAt: null, recoveryCodesLeft: 0, hasRole: false, requiredSince: null };
    },

    /** For change: what is done with codes waits for each other. */
    async lock(tx: Tx, userId: string): Promise<SecondFactorRow | undefined> {
      return (await tx('accounts_second_factors')
        .where({ userId })
        .forUpdate()
        .first('secretEncrypted', 'confirmedAt', 'lastStep')) as SecondFactorRow | undefined;
    },

    /** Begins an enrolment, or begins it again; false where one was confirmed. */
    async begin(tx: Tx, userId: string, secretEncrypted: string): Promise<boolean> {
      const rowCount = await execute(
        tx,
        `insert into accounts_second_factors (user_id, secret_encrypted) values (?, ?)
         on conflict (user_id) do update set secret_encrypted = excluded.secret_encrypted, last_step = 0
         where accounts_second_factors.confirmed_at is null`,
        [userId, secretEncrypted],
      );
      return rowCount === 1;
    },

    async accept(tx: Tx, userId: string, change: { lastStep: number; confirmedAt?: Date }): Promise<void> {
      await tx('accounts_second_factors').where({ userId }).update(change);
    },

    async replaceCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
      await tx('accounts_recovery_codes').where({ userId }).delete();
      await tx('accounts_recovery_codes').insert(hashes.map((codeHash) => ({ userId, codeHash })));
    },

    /** Uses a recovery code up; false for one that is unknown or used. */
    async useCode(tx: Tx, userId: string, codeHash: string, now: Date): Promise<boolean> {
      const query = tx('accounts_recovery_codes').where({ userId, codeHash }).whereNull('usedAt');
      return (await query.update({ usedAt: now })) === 1;
    },

    /** False where there was none. */
    async remove(tx: Tx, userId: string): Promise<boolean> {
      return (await tx('accounts_second_factors').where({ userId }).delete()) === 1;
    },

    /** The session has passed the factor; `alone` ends all others of the user. */
    async pass(
      tx: Tx,
      session: { id: string; userId: string },
      now: Date,
      { alone = false } = {},
    ): Promise<void> {
      const own = tx('accounts_sessions').where({ id: session.id, userId: session.userId });
      await own.update({ secondFactorPending: false, secondFactorAt: now });
      if (alone)
        await tx('accounts_sessions').where({ userId: session.userId }).whereNot({ id: session.id }).delete();
    },

    /** Ends every link that was mailed to the user until now, as a new password does. */
    async endLinks(tx: Tx, userId: string): Promise<void> {
      await tx('accounts_users')
        .where({ id: userId })
        .update({ linksValidFrom: tx.raw('clock_timestamp()') });
    },

    async endSessions(tx: Tx, userId: string): Promise<void> {
      await tx('accounts_sessions').where({ userId }).delete();
    },

    async userByEmail(reader: Reader, email: string) {
      return (await reader('accounts_users')
        .whereRaw('lower(email) = lower(?)', [email])
        .first('id', 'email', 'name')) as { id: string; email: string; name: string } | undefined;
    },
  };
}

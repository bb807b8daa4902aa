import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { z } from 'zod';
import { iso } from '#api/kernel/values.js';
import { createAccessRepository, type RoleRow } from '#db/access/access.repository.js';
import { createApiKeysRepository } from '#db/access/api-keys.repository.js';
import { type AdminUserRow, createUsersQuery } from '#db/access/users.query.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { assertMayAct } from '#domain/access/acts.js';
import { permissionsOfRoles, SUPER_ADMIN } from '#domain/access/built-in-roles.js';
import type { Platform } from '#operations/platform.js';
import type { adminUserSchema } from './access.schemas.js';
import { accountsErrors } from '#domain/accounts/accounts.errors.js';
import { createResetSecondFactor } from '#operations/accounts/reset-second-factor.js';
import { createRightsMail } from './rights-mail.js';
import { assertHolds, currentPermissions } from './grants.js';

type AdminUser = z.infer<typeof adminUserSchema>;

function view(row: AdminUserRow): AdminUser {
  const { id, emailVerified, isAnonymous, roles } = row;
  return {
    id,
    email: isAnonymous ? null : row.email,
    name: isAnonymous ? null : row.name,
    emailVerified,
    anonymous: isAnonymous,
    bannedAt: iso(row.bannedAt),
    createdAt: iso(row.createdAt),
    roles,
  };
}

function unknownRoles(wanted: readonly string[], found: readonly RoleRow[]): void {
  const known = new Set(found.map((role) => role.id));
  const errors = wanted.flatMap((id, index): FieldIssue[] =>
    known.has(id)
      ? []
      : [{ path: `body.roleIds.${index}`, message: 'no such role', code: 'unknown_reference' }],
  );
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
}

export function createUsersService(
  container: Pick<
    Platform,
    'knex' | 'unitOfWork' | 'audit' | 'principals' | 'counts' | 'mail' | 'operations'
  >,
) {
  const { knex, unitOfWork, audit, principals } = container;
  const access = createAccessRepository(knex);
  const accounts = createAccountsRepository(knex);
  const users = createUsersQuery(knex, container.counts);
  const keys = createApiKeysRepository(knex);
  const mailRights = createRightsMail(container);
  const resetFactor = createResetSecondFactor(container);

  async function existing(reader: Reader, userId: string): Promise<AdminUserRow> {
    const user = await users.find(reader, userId);
    if (!user) throw platformErrors.notFound({ entity: 'User' });
    return user;
  }

  async function setBanned(ctx: Context, userId: string, banned: boolean): Promise<AdminUser> {
    const user = await unitOfWork.run(ctx, async (tx) => {
      const held = await currentPermissions(tx, ctx, access, 'role:manage');
      const before = await existing(tx, userId);
      // A slip: it would end the very session that could take it back.
      if (banned && userId === ctx.userId) throw accessErrors.ownAccount();
      assertHolds(held, permissionsOfRoles(await access.rolesOf(tx, userId)));
      const isSuperAdmin = before.roles.some((role) => role.name === SUPER_ADMIN);
      if (banned && isSuperAdmin && !(await access.otherSuperAdminExists(tx, userId))) {
        throw accessErrors.lastSuperAdmin();
      }
      const ofRoles = before.roles.length > 0;
      if (ofRoles) assertMayAct('rights', ctx, { now: ctx.now, moneyActMinutes: 0 });
      // Also of somebody who is banned already: a repeat must not leave a key behind.
      const revoked = banned ? await keys.revokeAllOf(tx, userId, ctx.now) : [];
      const changed = await accounts.setBanned(tx, userId, banned, ctx.now);
      const entries = revoked.map((id) => ({ entity: 'apiKey', entityId: id, action: 'revoke' }));
      const action = banned ? 'ban' : 'unban';
      if (changed) entries.unshift({ entity: 'user', entityId: userId, action });
      await audit.record(tx, ctx, entries);
      if (changed && ofRoles) {
        const roles = before.roles.map(({ name }) => name).join(', ');
        const what = banned ? `banned (had the roles ${roles})` : `unbanned, with the roles ${roles}`;
        await mailRights(tx, ctx, { whom: before.email, what });
      }
      return existing(tx, userId);
    });
    principals.forget(userId);
    return view(user);
  }

  return {
    /**
     * Removes a lost second factor; the sessions of the account end. Of the owner of a vendor its people are notified too, and
     * its payouts wait for a day.
     * @throws AppError FORBIDDEN for an account with more rights than the caller's, CONFLICT without a factor
     */
    async resetSecondFactor(ctx: Context, userId: string): Promise<AdminUser> {
      const user = await unitOfWork.run(ctx, async (tx) => {
        const held = await currentPermissions(tx, ctx, access, 'role:manage');
        const before = await existing(tx, userId);
        if (userId === ctx.userId) throw accessErrors.ownSecondFactor();
        assertHolds(held, permissionsOfRoles(await access.rolesOf(tx, userId)));
        if (!(await resetFactor.remove(tx, ctx, before))) throw accountsErrors.noSecondFactor();
        await mailRights(tx, ctx, { whom: before.email, what: 'second factor removed' });
        return existing(tx, userId);
      });
      principals.forget(userId);
      return view(user);
    },

    async list(query: ListQuery): Promise<Page<AdminUser>> {
      const page = await users.list(query);
      return { ...page, rows: page.rows.map(view) };
    },

    /** @throws AppError NOT_FOUND */
    get: async (userId: string): Promise<AdminUser> => view(await existing(knex, userId)),

    /**
     * Makes these the user's roles.
     * @throws AppError FORBIDDEN when a role that is given or taken holds more than the caller, CONFLICT when no
     * superAdmin would be left, VALIDATION_ERROR for unknown roles
     */
    async setRoles(ctx: Context, userId: string, roleIds: readonly string[]): Promise<AdminUser> {
      const user = await unitOfWork.run(ctx, async (tx) => {
        const held = await currentPermissions(tx, ctx, access, 'role:manage');
        const before = await existing(tx, userId);
        const wanted = await access.findRoles(tx, roleIds);
        unknownRoles(roleIds, wanted);
        if (before.isAnonymous && wanted.length > 0) throw accessErrors.guestCannotHaveRoles();
        const current = await access.rolesOf(tx, userId);
        const give = wanted.filter((role) => !current.some((other) => other.id === role.id));
        const take = current.filter((role) => !wanted.some((other) => other.id === role.id));
        if (give.length + take.length === 0) return before;
        assertHolds(held, permissionsOfRoles([...give, ...take]));
        await access.changeRoles(tx, userId, {
          give: give.map((role) => role.id),
          take: take.map((role) => role.id),
        });
        const after = await existing(tx, userId);
        const names = (row: AdminUserRow) => row.roles.map((role) => role.name);
        await audit.record(tx, ctx, [
          {
            entity: 'user',
            entityId: userId,
            action: 'update',
            key: 'roles',
            before: names(before),
            after: names(after),
          },
        ]);
        const parts = [
          ['given', give],
          ['taken', take],
        ] as const;
        const what = parts.flatMap(([verb, roles]) =>
          roles.length > 0 ? [`${verb} ${roles.map(({ name }) => name).join(', ')}`] : [],
        );
        await mailRights(tx, ctx, { whom: before.email, what: what.join('; ') });
        return after;
      });
      principals.forget(userId);
      return view(user);
    },

    /**
     * Closes an account: its sessions end, its keys are revoked for good, and it cannot sign in.
     * @throws AppError FORBIDDEN when the user holds more than the caller, or has a role and the session is not fresh, CONFLICT for the last superAdmin and for the
     * caller's own account
     */
    ban: (ctx: Context, userId: string) => setBanned(ctx, userId, true),
    unban: (ctx: Context, userId: string) => setBanned(ctx, userId, false),
  };
}

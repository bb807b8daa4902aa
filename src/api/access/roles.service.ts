import type { z } from 'zod';
import { iso } from '#api/kernel/values.js';
import { type AccessRepository, createAccessRepository, type RoleRow } from '#db/access/access.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Permission } from '#domain/_shared/permission.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { permissionsOfRole, unknownPermissions } from '#domain/access/built-in-roles.js';
import { permissionCatalogue } from '#domain/access/catalogue.js';
import type { Platform } from '#operations/platform.js';
import type { roleInputSchema, rolePatchSchema, roleSchema } from './access.schemas.js';
import { createRightsMail } from './rights-mail.js';
import { assertHolds, currentPermissions } from './grants.js';

type Role = z.infer<typeof roleSchema>;

function view(role: RoleRow, userCount: number): Role {
  const { id, name, description, builtIn } = role;
  return {
    id,
    name,
    description,
    permissions: [...permissionsOfRole(role)].sort(),
    unknownPermissions: unknownPermissions(role),
    builtIn,
    userCount,
    createdAt: iso(role.createdAt),
    updatedAt: iso(role.updatedAt),
    deletedAt: iso(role.deletedAt),
  };
}

/** What an audit row shows of a role. */
function audited({ name, description, permissions }: RoleRow) {
  return { name, description, permissions };
}

/** What a role gains or loses. */
function difference(before: ReadonlySet<string>, after: readonly string[] = [...before]): string[] {
  return [
    ...after.filter((name) => !before.has(name)),
    ...[...before].filter((name) => !after.includes(name)),
  ];
}

const listOf = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'no permissions');

/** For a mail: what a role gains and loses. */
function changeOf(before: ReadonlySet<string>, after: readonly string[] = [...before]): string {
  const given = after.filter((name) => !before.has(name));
  const taken = [...before].filter((name) => !after.includes(name));
  if (given.length + taken.length === 0) return 'renamed or described otherwise';
  return [
    given.length > 0 ? `given ${given.join(', ')}` : '',
    taken.length > 0 ? `taken ${taken.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

async function customRole(tx: Tx, access: AccessRepository, id: string): Promise<RoleRow> {
  const role = await access.findRole(tx, id);
  if (!role || role.deletedAt) throw platformErrors.notFound({ entity: 'Role' });
  if (role.builtIn) throw accessErrors.builtInRole({ name: role.name });
  return role;
}

export function createRolesService(
  container: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'principals' | 'mail'>,
) {
  const { unitOfWork, audit, principals } = container;
  const access = createAccessRepository(container.knex);
  const mailRights = createRightsMail(container);

  return {
    /** Every permission there is, by name. */
    catalogue() {
      return Object.entries(permissionCatalogue)
        .map(([permission, description]) => ({ permission: permission as Permission, description }))
        .sort((a, b) => a.permission.localeCompare(b.permission));
    },

    async list(query: ListQuery): Promise<Page<Role>> {
      const page = await access.listRoles(query);
      return { ...page, rows: page.rows.map((row) => view(row, row.userCount)) };
    },

    /** Deleted ones included. @throws AppError NOT_FOUND */
    async get(id: string): Promise<Role> {
      const role = await access.findRole(container.knex, id);
      if (!role) throw platformErrors.notFound({ entity: 'Role' });
      return view(role, await access.countUsers(container.knex, id));
    },

    /** @throws AppError FORBIDDEN for permissions that the caller does not hold, CONFLICT for a name that is taken */
    create(ctx: Context, input: z.output<typeof roleInputSchema>): Promise<Role> {
      return unitOfWork.run(ctx, async (tx) => {
        assertHolds(await currentPermissions(tx, ctx, access, 'role:manage'), input.permissions);
        const role = await access.insertRole(tx, input);
        await audit.record(tx, ctx, [
          { entity: 'role', entityId: role.id, action: 'create', after: audited(role) },
        ]);
        await mailRights(tx, ctx, {
          whom: `role "${role.name}"`,
          what: `created with ${listOf(role.permissions)}`,
        });
        return view(role, 0);
      });
    },

    /**
     * Changes a role, for everybody who has it.
     * @throws AppError FORBIDDEN when it gains or loses a permission that the caller does not hold, CONFLICT when it is built in
     */
    async update(ctx: Context, id: string, patch: z.output<typeof rolePatchSchema>): Promise<Role> {
      const role = await unitOfWork.run(ctx, async (tx) => {
        const held = await currentPermissions(tx, ctx, access, 'role:manage');
        const before = await customRole(tx, access, id);
        assertHolds(held, difference(permissionsOfRole(before), patch.permissions));
        const kept = unknownPermissions(before);
        const permissions = patch.permissions && [...patch.permissions, ...kept];
        const after = await access.updateRole(tx, id, { ...patch, ...(permissions && { permissions }) });
        await audit.record(tx, ctx, [
          {
            entity: 'role',
            entityId: id,
            action: 'update',
            before: audited(before),
            after: audited(after),
          },
        ]);
        const userCount = await access.countUsers(tx, id);
        await mailRights(tx, ctx, {
          whom: `role "${after.name}"`,
          what: `${changeOf(permissionsOfRole(before), patch.permissions)}, for ${userCount} users`,
        });
        return view(after, userCount);
      });
      principals.forget();
      return role;
    },

    /** @throws AppError CONFLICT when it is built in or somebody has it; a repeat is the same again */
    delete(ctx: Context, id: string): Promise<Role> {
      return unitOfWork.run(ctx, async (tx) => {
        await currentPermissions(tx, ctx, access, 'role:manage');
        const found = await access.findRole(tx, id);
        if (found?.deletedAt) return view(found, 0);
        const role = await customRole(tx, access, id);
        const count = await access.countUsers(tx, id);
        if (count > 0) throw accessErrors.roleInUse({ count });
        await access.deleteRole(tx, id);
        await audit.record(tx, ctx, [
          { entity: 'role', entityId: id, action: 'delete', before: audited(role) },
        ]);
        await mailRights(tx, ctx, { whom: `role "${role.name}"`, what: 'deleted' });
        return view((await access.findRole(tx, id)) ?? role, 0);
      });
    },
  };
}

import { boolean } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { raw } from 'objection';
import { plainRow } from '#db/kernel/base.model.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Permission } from '#domain/_shared/permission.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { permissionsOfRoles } from '#domain/access/built-in-roles.js';
import { RoleHolderModel, RoleModel } from './role.model.js';

export interface RoleRow {
  id: string;
  name: string;
  description: string;
  /** As stored; of built-in roles the code knows better. */
  permissions: string[];
  builtIn: boolean;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

export interface ListedRole extends RoleRow {
  userCount: number;
}

export interface RoleValues {
  name: string;
  description: string;
  permissions: readonly string[];
}

/** Raised by the trigger that keeps one superAdmin. */
const LAST_SUPER_ADMIN = 'HA001';

async function keepingOne<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code !== LAST_SUPER_ADMIN) throw error;
    throw accessErrors.lastSuperAdmin({}, { cause: error });
  }
}

/** The columns as objection takes them: its types know no read-only arrays. */
function stored<Values extends Partial<RoleValues>>({ permissions, ...rest }: Values) {
  return { ...rest, ...(permissions ? { permissions: [...permissions] } : {}) };
}

export function createAccessRepository(knex: Knex) {
  return {
    /**
     * Makes changes of rights wait for each other. They are rare, and each decides by what the others have left:
     * whether the caller still holds what they give, whether a superAdmin remains.
     */
    async lock(tx: Tx): Promise<void> {
      await tx.raw('select 1 from access_roles where built_in order by id for no key update');
    },

    listRoles: (query: ListQuery): Promise<Page<ListedRole>> =>
      listPage<ListedRole>({
        base: knex('access_roles as r'),
        query,
        columns: { name: 'r.name', createdAt: 'r.created_at', builtIn: 'r.built_in' },
        idColumn: 'r.id',
        searchColumns: ['r.name', 'r.description'],
        deletedColumn: 'r.deleted_at',
        select: [
          'r.*',
          knex.raw('(select count(*) from access_user_roles ur where ur.role_id = r.id) as user_count'),
        ],
      }),

    async findRole(reader: Reader, id: string): Promise<RoleRow | undefined> {
      const role = await RoleModel.query(reader).findById(id);
      return role && plainRow<RoleRow>(role);
    },

    async builtInRole(reader: Reader, name: string): Promise<RoleRow> {
      const role = await RoleModel.query(reader).findOne({ name, builtIn: true });
      if (!role) throw new Error(`The built-in role ${name} is missing: has the database been migrated?`);
      return plainRow<RoleRow>(role);
    },

    /** The live roles with these ids. */
    async findRoles(reader: Reader, ids: readonly string[]): Promise<RoleRow[]> {
      const roles = await RoleModel.query(reader)
        .findByIds([...ids])
        .modify('live');
      return roles.map((role) => plainRow<RoleRow>(role));
    },

    async rolesOf(reader: Reader, userId: string): Promise<RoleRow[]> {
      const roles = await RoleModel.query(reader)
        .joinRelated('holders')
        .where('holders.userId', userId)
        .modify('live')
        .orderBy('access_roles.name');
      return roles.map((role) => plainRow<RoleRow>(role));
    },

    /** What a user may do now, as the database has it. */
    async heldBy(reader: Reader, userId: string): Promise<ReadonlySet<Permission>> {
      return permissionsOfRoles(await this.rolesOf(reader, userId));
    },

    async insertRole(tx: Tx, values: RoleValues): Promise<RoleRow> {
      return plainRow<RoleRow>(await RoleModel.query(tx).insert(stored(values)).returning('*'));
    },

    async updateRole(tx: Tx, id: string, values: Partial<RoleValues>): Promise<RoleRow> {
      const role = await RoleModel.query(tx)
        .findById(id)
        .patch({ ...stored(values), updatedAt: raw('now()') })
        .returning('*')
        .first()
        .throwIfNotFound();
      return plainRow<RoleRow>(role);
    },

    async deleteRole(tx: Tx, id: string): Promise<void> {
      await RoleModel.query(tx)
        .findById(id)
        .patch({ deletedAt: raw('now()'), updatedAt: raw('now()') });
    },

    countUsers: (reader: Reader, roleId: string): Promise<number> =>
      RoleHolderModel.query(reader).where({ roleId }).resultSize(),

    /** @throws AppError CONFLICT when no superAdmin would be left */
    async changeRoles(tx: Tx, userId: string, change: { give: string[]; take: string[] }): Promise<void> {
      if (change.give.length > 0) {
        const rows = change.give.map((roleId) => ({ userId, roleId }));
        await tx('access_user_roles').insert(rows).onConflict().ignore();
      }
      if (change.take.length > 0) {
        await keepingOne(tx('access_user_roles').where({ userId }).whereIn('roleId', change.take).delete());
      }
    },

    /** @throws AppError CONFLICT when no superAdmin would be left */
    async removeAllRoles(tx: Tx, userId: string): Promise<void> {
      await keepingOne(tx('access_user_roles').where({ userId }).delete());
    },

    /** Whether somebody other than this user is a superAdmin and can sign in. */
    async otherSuperAdminExists(reader: Reader, userId: string | null): Promise<boolean> {
      const rows = await query(reader, { found: boolean })(
        `select exists (
           select 1 from access_user_roles ur
           join access_roles r on r.id = ur.role_id and r.built_in and r.name = 'superAdmin'
           join accounts_users u on u.id = ur.user_id and u.banned_at is null
           where u.id is distinct from ?::uuid) as found`,
        [userId],
      );
      return rows[0]?.found ?? false;
    },
  };
}

export type AccessRepository = ReturnType<typeof createAccessRepository>;

import { TEXT_ORDER } from '#db/kernel/text-order.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';

/** A user as administrators see them. */
export interface AdminUserRow {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  isAnonymous: boolean;
  bannedAt: Date | null;
  createdAt: Date;
  roles: { id: string; name: string }[];
}

const COLUMNS = ['id', 'email', 'name', 'email_verified', 'is_anonymous', 'banned_at', 'created_at'].map(
  (column) => `u.${column}`,
);

function rolesColumn(reader: Reader): Knex.Raw {
  return reader.raw(
    `coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name ${TEXT_ORDER})
               from access_user_roles ur join access_roles r on r.id = ur.role_id and r.deleted_at is null
               where ur.user_id = u.id), '[]') as roles`,
  );
}

export function createUsersQuery(knex: Knex, counts: CountCache) {
  return {
    /** Guests are left out unless a filter asks for them: they would bury everybody else. */
    list(query: ListQuery): Promise<Page<AdminUserRow>> {
      const base = knex('accounts_users as u');
      if (!query.filters.some((filter) => filter.field === 'anonymous')) base.where('u.is_anonymous', false);
      return listPage<AdminUserRow>({
        base,
        query,
        columns: {
          id: 'u.id',
          email: 'u.email',
          name: 'u.name',
          emailVerified: 'u.email_verified',
          anonymous: 'u.is_anonymous',
          createdAt: 'u.created_at',
        },
        idColumn: 'u.id',
        searchColumns: ['u.email', 'u.name'],
        select: [...COLUMNS, rolesColumn(knex)],
        counts: { cache: counts, name: 'users' },
      });
    },

    async find(reader: Reader, id: string): Promise<AdminUserRow | undefined> {
      return await reader('accounts_users as u')
        .where('u.id', id)
        .first([...COLUMNS, rolesColumn(reader)]);
    },
  };
}

export type UsersQuery = ReturnType<typeof createUsersQuery>;

import { TEXT_ORDER } from '#db/kernel/text-order.js';
import {
  boolean,
  instant,
  listOf,
  nullable,
  type RowOf,
  text,
  texts,
  uuid,
} from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

const meColumns = {
  id: uuid,
  email: text,
  name: text,
  image: nullable(text),
  emailVerified: boolean,
  isAnonymous: boolean,
  createdAt: instant,
  locale: nullable(text),
  /** Names of the platform roles. */
  roles: texts,
  vendors: listOf({ id: uuid, slug: text, displayName: text, status: text, role: text }),
};
export type MeRow = RowOf<typeof meColumns>;

/** A user with their roles and the vendors they work for, oldest membership first. */
export async function meQuery(knex: Knex, userId: string): Promise<MeRow | undefined> {
  const rows = await query(knex, meColumns)(
    `select u.id, u.email, u.name, u.image, u.email_verified, u.is_anonymous, u.created_at, u.locale,
            array(
              select r.name from access_user_roles ur join access_roles r on r.id = ur.role_id and r.deleted_at is null
              where ur.user_id = u.id order by r.name ${TEXT_ORDER}) as roles,
            coalesce((
              select jsonb_agg(jsonb_build_object('id', v.id, 'slug', v.slug, 'displayName', v.display_name,
                                                  'status', v.status, 'role', m.role) order by m.id)
              from accounts_members m join vendors v on v.organization_id = m.organization_id and v.deleted_at is null
              where m.user_id = u.id), '[]') as vendors
     from accounts_users u where u.id = ?`,
    [userId],
  );
  return rows[0];
}

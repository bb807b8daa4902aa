import { instant, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

const invitationColumns = {
  id: uuid,
  email: text,
  role: text,
  status: text,
  expiresAt: instant,
  vendorName: text,
  inviterName: text,
};
export type InvitationRow = RowOf<typeof invitationColumns>;

/** An invitation to work for a vendor that still exists. */
export async function invitationQuery(knex: Knex, id: string): Promise<InvitationRow | undefined> {
  const rows = await query(knex, invitationColumns)(
    `select i.id, i.email, coalesce(i.role, 'member') as role, i.status, i.expires_at, v.display_name as vendor_name,
       u.name as inviter_name
     from accounts_invitations i
     join vendors v on v.organization_id = i.organization_id and v.deleted_at is null
     join accounts_users u on u.id = i.inviter_id
     where i.id = ?`,
    [id],
  );
  return rows[0];
}

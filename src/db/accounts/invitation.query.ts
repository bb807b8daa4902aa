import type { Knex } from '#db/kernel/knex.js';

export interface InvitationRow {
  id: string;
  email: string;
  role: string;
  status: string;
  expiresAt: Date;
  vendorName: string;
  inviterName: string;
}

/** An invitation to work for a vendor that still exists. */
export async function invitationQuery(knex: Knex, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await knex.raw<{ rows: InvitationRow[] }>(
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

import { query } from '#db/kernel/query.js';
import { type Recipient, recipientColumns } from '#db/access/permission-holders.query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** The owners of a vendor who can receive mail. */
export async function vendorOwners(reader: Reader, vendorId: string): Promise<Recipient[]> {
  return query(reader, recipientColumns)(
    `select u.id, u.email, u.name from vendors v
     join accounts_members m on m.organization_id = v.organization_id
     join accounts_users u on u.id = m.user_id and u.banned_at is null
     where v.id = ? and 'owner' = any(string_to_array(m.role, ','))
     order by u.id`,
    [vendorId],
  );
}

import { type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

const vendorRecipientColumns = { vendorId: uuid, userId: uuid, name: text, email: text };
export type VendorRecipient = RowOf<typeof vendorRecipientColumns>;

/** The people of these vendors who are notified of new orders. */
export async function readVendorRecipients(reader: Reader, vendorIds: string[]): Promise<VendorRecipient[]> {
  return query(reader, vendorRecipientColumns)(
    `select v.id as vendor_id, u.id as user_id, u.name, u.email
     from vendors v
     join accounts_members m on m.organization_id = v.organization_id
     join accounts_users u on u.id = m.user_id and u.banned_at is null
     where v.id = any(?::uuid[]) order by v.id, u.id`,
    [vendorIds],
  );
}

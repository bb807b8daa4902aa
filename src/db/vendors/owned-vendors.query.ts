import { text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** The vendors that a user owns. */
export async function ownedVendors(
  reader: Reader,
  userId: string,
): Promise<{ vendorId: string; displayName: string }[]> {
  return query(reader, { vendorId: uuid, displayName: text })(
    `select v.id as vendor_id, v.display_name from vendors v
     join accounts_members m on m.organization_id = v.organization_id and m.user_id = ?
     where v.deleted_at is null and 'owner' = any(string_to_array(m.role, ',')) order by v.id`,
    [userId],
  );
}

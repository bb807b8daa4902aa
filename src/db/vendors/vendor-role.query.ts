import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** Whether the user may change how the vendor does business: owners and admins, not members. */
export async function managesVendor(reader: Reader, vendorId: string, userId: string): Promise<boolean> {
  const rows = await query(reader, { role: text })(
    `select m.role from vendors v join accounts_members m on m.organization_id = v.organization_id
     where v.id = ? and m.user_id = ? and string_to_array(m.role, ',') && array['owner', 'admin']`,
    [vendorId, userId],
  );
  return rows.length > 0;
}

import type { Reader } from '#db/kernel/unit-of-work.js';

/** The vendors that a user owns. */
export async function ownedVendors(
  reader: Reader,
  userId: string,
): Promise<{ vendorId: string; displayName: string }[]> {
  const { rows } = await reader.raw<{ rows: { vendorId: string; displayName: string }[] }>(
    `select v.id as vendor_id, v.display_name from vendors v
     join accounts_members m on m.organization_id = v.organization_id and m.user_id = ?
     where v.deleted_at is null and 'owner' = any(string_to_array(m.role, ',')) order by v.id`,
    [userId],
  );
  return rows;
}

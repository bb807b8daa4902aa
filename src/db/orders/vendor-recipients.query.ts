import type { Reader } from '#db/unit-of-work.js';

export interface VendorRecipient {
  vendorId: string;
  userId: string;
  name: string;
  email: string;
}

/** The people of a vendor who are told of what concerns it. */
export function readVendorRecipients(reader: Reader, vendorId: string): Promise<VendorRecipient[]> {
  return recipients(reader, 'v.id = ?::uuid', vendorId);
}

/** The people of all vendors with a part in an order. */
export function readOrderRecipients(reader: Reader, orderId: string): Promise<VendorRecipient[]> {
  return recipients(
    reader,
    'v.id in (select vendor_id from orders_vendors where order_id = ?::uuid)',
    orderId,
  );
}

async function recipients(reader: Reader, where: string, id: string): Promise<VendorRecipient[]> {
  const { rows } = await reader.raw<{ rows: VendorRecipient[] }>(
    `select v.id as vendor_id, u.id as user_id, u.name, u.email
     from vendors v
     join accounts_members m on m.organization_id = v.organization_id
     join accounts_users u on u.id = m.user_id and u.banned_at is null
     where ${where} order by v.id, u.id`,
    [id],
  );
  return rows;
}

import { uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/**
 * Those of the sub-orders whose cash on delivery their vendor holds: delivered by the vendor, or through the vendor's own
 * account at a carrier.
 */
export async function readVendorCollected(
  reader: Reader,
  subOrderIds: readonly string[],
): Promise<Set<string>> {
  if (subOrderIds.length === 0) return new Set();
  const rows = await query(reader, { subOrderId: uuid })(
    `select sub_order_id from shipping_shipments
     where sub_order_id = any(?::uuid[]) and status = 'created'
       and (provider_id = 'self-handled' or credential_source = 'vendor')`,
    [[...subOrderIds]],
  );
  return new Set(rows.map((row) => row.subOrderId));
}

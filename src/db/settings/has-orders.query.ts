import { boolean } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** Whether any order was ever placed: from then on its currency is that of the store. */
export async function hasOrders(reader: Reader): Promise<boolean> {
  const rows = await query(reader, { found: boolean })('select exists (select from orders) as found');
  return rows[0]?.found === true;
}

import type { Reader } from '#db/kernel/unit-of-work.js';

export interface PaidOrder {
  id: string;
  orderNumber: string;
  grandTotal: number;
  paidAt: Date;
}

/** Ids of the orders paid since an instant, whatever has become of them since. */
export async function readPaidIds(reader: Reader, since: Date): Promise<string[]> {
  const rows = await reader('orders').where('paidAt', '>=', since).select('id');
  return rows.map(({ id }) => id);
}

/** Those of these orders that have been paid, in the order of their payments. */
export async function readPaidOrders(reader: Reader, ids: readonly string[]): Promise<PaidOrder[]> {
  return reader('orders')
    .whereIn('id', [...ids])
    .whereNotNull('paidAt')
    .orderBy(['paidAt', 'id'])
    .select('id', 'orderNumber', 'grandTotal', 'paidAt');
}

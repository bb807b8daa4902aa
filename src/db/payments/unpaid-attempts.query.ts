import { nullable, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Payment } from '#domain/payments/payment.js';

export type UnpaidAttempt = Pick<Payment, 'id' | 'orderId' | 'providerId' | 'providerOrderId'>;

/**
 * Attempts to pay that were begun at a provider since an instant and count as unpaid, of orders that wait for no payment
 * any more: nobody asks after these by themselves. In the order of their ids, those behind `after`.
 */
export async function readUnpaidAttempts(
  reader: Reader,
  page: { since: Date; after: string | null; limit: number },
): Promise<UnpaidAttempt[]> {
  return query(reader, { id: uuid, orderId: uuid, providerId: uuid, providerOrderId: nullable(uuid) })(
    `select p.id, p.order_id, p.provider_id, p.provider_order_id
     from payments p join orders o on o.id = p.order_id
     where o.placed_at >= ? and o.status <> 'pending_payment' and p.provider_order_id is not null
       and p.status in ('pending', 'failed', 'cancelled') and (?::uuid is null or p.id > ?::uuid)
     order by p.id limit ?`,
    [page.since, page.after, page.after, page.limit],
  );
}

import type { Reader } from '#db/kernel/unit-of-work.js';
import type { ProviderPayment, Refund } from '#domain/payments/payment.js';

/** A refund whose outcome no webhook may have reported, with the payment that it sends back. */
export type UnreportedRefund = Pick<Refund, 'id' | 'orderId' | 'status' | 'retries'> &
  Pick<ProviderPayment, 'providerId' | 'providerPaymentId' | 'providerOrderId' | 'providerData'> & {
    orderNumber: string;
    paymentId: string;
  };

/**
 * Refunds that wait and were not touched since `quietSince`, and those taken for failed since `failedSince`: nobody asks
 * after these by themselves. In the order of their ids, those behind `after`.
 */
export async function readUnreportedRefunds(
  reader: Reader,
  page: { quietSince: Date; failedSince: Date; after: string | null; limit: number },
): Promise<UnreportedRefund[]> {
  const { rows } = await reader.raw<{ rows: UnreportedRefund[] }>(
    `select r.id, r.order_id, r.status, r.retries, o.order_number, p.id as payment_id, p.provider_id, p.provider_payment_id,
       p.provider_order_id, p.provider_data
     from payments_refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
     where not r.by_hand and not r.awaiting_approval and r.origin = 'platform' and ((r.status = 'pending' and r.updated_at < ?) or (r.status = 'failed' and r.processed_at >= ?))
       and (?::uuid is null or r.id > ?::uuid)
     order by r.id limit ?`,
    [page.quietSince, page.failedSince, page.after, page.after, page.limit],
  );
  return rows;
}

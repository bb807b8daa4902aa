import { textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** What the provider calls a payment, with the order that it was opened for. */
export interface ProviderPaymentIds {
  providerPaymentId: string;
  providerOrderId: string | null;
}

/** How a payment of the provider stands here: `unknown`, `waiting` where its order still waits for it, `known`. */
export type Standing = 'unknown' | 'waiting' | 'known';

/** How these payments of one provider stand here, in their order. */
export async function readStandings(
  reader: Reader,
  providerId: string,
  payments: readonly ProviderPaymentIds[],
): Promise<Standing[]> {
  const rows = await query(reader, { standing: textOf<Standing>() })(
    `select coalesce((
       select case when p.status = 'pending' and o.status = 'pending_payment' then 'waiting' else 'known' end
       from payments p join orders o on o.id = p.order_id
       where p.provider_id = :providerId
         and (p.provider_payment_id = asked.payment_id or p.provider_order_id = asked.order_id)
       limit 1), 'unknown') as standing
     from unnest(:paymentIds::text[], :orderIds::text[]) with ordinality as asked (payment_id, order_id, position)
     order by asked.position`,
    {
      providerId,
      paymentIds: payments.map(({ providerPaymentId }) => providerPaymentId),
      orderIds: payments.map(({ providerOrderId }) => providerOrderId),
    },
  );
  return rows.map(({ standing }) => standing);
}

/** Which of these refunds of the provider have no row here. */
export async function readUnknownRefunds(
  reader: Reader,
  refunds: readonly { providerRefundId: string; refundId?: string }[],
): Promise<Set<string>> {
  const rows = await query(reader, { id: uuid })(
    `select asked.id from unnest(?::text[], ?::text[]) as asked (id, refund_id)
     where not exists (select from payments_refunds r
       where r.provider_refund_id = asked.id or r.id::text = asked.refund_id)`,
    [
      refunds.map(({ providerRefundId }) => providerRefundId),
      refunds.map(({ refundId }) => refundId ?? null),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

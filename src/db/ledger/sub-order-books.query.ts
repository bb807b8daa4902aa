import type { Reader } from '#db/kernel/unit-of-work.js';
import type { LedgerFigures } from '#domain/ledger/ledger.js';

/**
 * The sale of a sub-order with the sum of what its refunds and lost disputes took back, as negative figures. `tcs` is what each accrued,
 * whatever the month of its seller left of it.
 */
export interface SubOrderBooks {
  subOrderId: string;
  vendorId: string;
  orderId: string;
  paymentId: string;
  providerId: string;
  soldAt: Date;
  sale: LedgerFigures;
  reversed: LedgerFigures;
}

const figures = (
  row: string,
) => `jsonb_build_object('gross', coalesce(${row}.gross, 0), 'platformDiscount', coalesce(${row}.platform_discount, 0), 'commission', coalesce(${row}.commission, 0),
  'commissionTax', coalesce(${row}.commission_tax, 0), 'tcs', coalesce(${row}.tcs_accrued, ${row}.tcs, 0), 'tds', coalesce(${row}.tds, 0))`;

/** Of those of the sub-orders that were sold; read it under the lock of their order. */
export async function readSubOrderBooks(
  reader: Reader,
  subOrderIds: readonly string[],
): Promise<SubOrderBooks[]> {
  const { rows } = await reader.raw<{ rows: SubOrderBooks[] }>(
    `select s.sub_order_id, s.vendor_id, s.order_id, s.payment_id, s.provider_id, s.posted_at as sold_at,
       ${figures('s')} as sale, ${figures('r')} as reversed
     from ledger_transactions s
     left join lateral (
       select sum(gross)::bigint as gross, sum(platform_discount)::bigint as platform_discount, sum(commission)::bigint as commission, sum(commission_tax)::bigint as commission_tax,
         sum(coalesce(tcs_accrued, tcs))::bigint as tcs_accrued, null::bigint as tcs, sum(tds)::bigint as tds
       from ledger_transactions t where t.sub_order_id = s.sub_order_id
         and t.kind in ('refund', 'dispute', 'dispute_reversed')
     ) r on true
     where s.kind = 'sale' and s.sub_order_id = any(?::uuid[])
     order by s.sub_order_id`,
    [[...subOrderIds]],
  );
  return rows;
}

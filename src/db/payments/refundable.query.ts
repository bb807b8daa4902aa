import { boolean, integer, jsonOf, type RowOf, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { LineTax } from '#domain/checkout/line-taxes.js';
import type { RefundableAmount, RefundableLine, RefundableSubOrder } from '#domain/payments/refundable.js';
import { taxesBefore } from '#domain/payments/refunded-tax.js';

/**
 * An order that was paid before its sales were posted to the ledger has none at all. All of it was paid; that no more goes
 * back than was captured is decided beside this.
 */
const paidWithoutSalesSql = `select from payments p join orders o on o.id = p.order_id
  where p.order_id = sub_order.order_id and o.paid_at is not null and p.captured_at is not null and not p.surplus
    and not exists (select from ledger_transactions t where t.kind = 'sale' and t.order_id = sub_order.order_id)`;

interface Refunded {
  lineId: string | null;
  shippingLineId: string | null;
  amount: number;
  tax: number;
  taxes: LineTax[] | null;
  platformDiscount: number;
}

interface StoredLine extends Omit<
  RefundableLine,
  'refundedAmount' | 'refundedTaxes' | 'refundedPieces' | 'refundedDiscount'
> {
  shippingShare: number;
  shippingTaxes: LineTax[];
  refundedPieces: number;
}

const storedPartColumns = {
  vendorId: uuid,
  subOrderId: uuid,
  status: textOf<Omit<RefundableSubOrder, 'lines' | 'shipping'>['status']>(),
  paid: boolean,
  shippingTotal: integer,
  pricesIncludeTax: boolean,
  lines: jsonOf<StoredLine[]>(),
  refunded: jsonOf<Refunded[]>(),
};
type StoredPart = RowOf<typeof storedPartColumns>;

/** The sub-orders of an order with what can still go back of each; read it under the lock of the order. */
export async function readRefundable(reader: Reader, orderId: string): Promise<RefundableSubOrder[]> {
  const rows = await query(reader, storedPartColumns)(
    `with gone as (
       select rl.* from payments_refunds r join payments_refund_lines rl on rl.refund_id = r.id
       where r.order_id = ? and r.status <> 'failed'
     )
     select sub_order.id as sub_order_id, sub_order.vendor_id, sub_order.status, sub_order.shipping_total, o.prices_include_tax,
       exists (select from ledger_transactions t where t.kind = 'sale' and t.sub_order_id = sub_order.id)
         or exists (${paidWithoutSalesSql}) as paid,
       (select coalesce(jsonb_agg(jsonb_build_object('lineId', gone.line_id, 'shippingLineId', gone.shipping_line_id,
          'amount', gone.amount, 'tax', gone.tax, 'taxes', gone.taxes, 'platformDiscount', gone.platform_discount)), '[]')
        from gone where gone.sub_order_id = sub_order.id) as refunded,
       (select jsonb_agg(jsonb_build_object('lineId', l.id, 'variantId', l.variant_id, 'quantity', l.quantity,
          'total', l.total, 'platformDiscount', l.platform_discount, 'taxes', l.taxes, 'shippingShare', l.shipping_share, 'shippingTaxes', l.shipping_taxes,
          'refundedPieces', coalesce((select sum(gone.quantity) from gone where gone.line_id = l.id), 0),
          'returningPieces', coalesce((
            select sum(x.quantity) from returns_lines x join returns_requests q on q.id = x.return_id
            where x.line_id = l.id and q.status in ('requested', 'approved')), 0),
          'cancelledPieces', l.cancelled_quantity, 'restockedPieces', l.restocked_quantity, 'sentPieces', l.sent_quantity) order by l.position)
        from orders_lines l where l.sub_order_id = sub_order.id) as lines
     from orders_sub_orders sub_order join orders o on o.id = sub_order.order_id where sub_order.order_id = ? order by sub_order.id`,
    [orderId, orderId],
  );
  return rows.map(refundablePart);
}

function refundablePart({
  lines,
  refunded,
  shippingTotal,
  pricesIncludeTax,
  ...subOrder
}: StoredPart): RefundableSubOrder {
  const of = (lineId: string | null, shippingLineId: string | null) =>
    refunded.filter((item) => item.lineId === lineId && item.shippingLineId === shippingLineId);
  const taxedShipping = lines.filter(({ shippingShare }) => shippingShare > 0);
  const untaxed = taxedShipping.reduce((left, { shippingShare }) => left - shippingShare, shippingTotal);
  return {
    ...subOrder,
    shipping: [
      ...taxedShipping.map(({ lineId, shippingShare, shippingTaxes }) => {
        const added = pricesIncludeTax ? 0 : shippingTaxes.reduce((sum, { amount }) => sum + amount, 0);
        const own = { total: shippingShare + added, taxes: shippingTaxes };
        return { shippingLineId: lineId, ...refundable(own, of(null, lineId)) };
      }),
      ...(untaxed > 0
        ? [{ shippingLineId: null, ...refundable({ total: untaxed, taxes: [] }, of(null, null)) }]
        : []),
    ],
    lines: lines.map(({ shippingShare: _share, shippingTaxes: _taxes, ...line }) => ({
      ...line,
      ...refundable(line, of(line.lineId, null)),
    })),
  };
}

function refundable(
  { total, taxes, platformDiscount = 0 }: Pick<RefundableAmount, 'total' | 'taxes' | 'platformDiscount'>,
  refunded: readonly Refunded[],
): RefundableAmount {
  const sum = (pick: (item: Refunded) => number) => refunded.reduce((all, item) => all + pick(item), 0);
  const earlier = refunded.map((item) => item.taxes);
  const refundedTaxes = taxesBefore(
    taxes,
    earlier,
    sum(({ tax }) => tax),
  );
  const refundedDiscount = sum((item) => item.platformDiscount);
  return {
    total,
    platformDiscount,
    taxes,
    refundedTaxes,
    refundedDiscount,
    refundedAmount: sum(({ amount }) => amount),
  };
}

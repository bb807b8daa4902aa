import type { Container } from '#runtime/container.js';

interface OrderRow {
  id: string;
  userId: string;
  guest: boolean;
  email: string;
  grandTotal: number;
  placedAt: Date;
  confirmedAt: Date | null;
}
interface SubOrderRow {
  id: string;
  orderId: string;
  vendorId: string;
  status: string;
  total: number;
  fulfilledAt: Date | null;
  deliveredAt: Date | null;
}
interface LineRow {
  orderId: string;
  vendorId: string;
  variantId: string;
  quantity: number;
  total: number;
}
interface RefundRow {
  id: string;
  orderId: string;
  subOrderId: string | null;
  paymentId: string;
  status: string;
  amount: number;
  processedAt: Date;
}

export interface LedgerFigures {
  vendorId: string;
  at: Date;
  commission: number;
  netEarnings: number;
  payouts: number;
}

interface LedgerRow {
  vendorId: string;
  kind: string;
  commission: number;
  net: number;
  postedAt: Date;
}

function ledgerFigures({ vendorId, kind, commission, net, postedAt }: LedgerRow): LedgerFigures {
  return {
    vendorId,
    at: postedAt,
    commission: kind === 'sale' ? commission : 0,
    netEarnings: kind === 'sale' || kind === 'refund' ? net : 0,
    payouts: kind === 'payout' || kind === 'payout_failed' ? 0 - net : 0,
  };
}

/** All raw rows that the dashboard is made of. */
export async function readRaw({ knex }: Container) {
  const rows = async (sql: string) => ((await knex.raw(sql)) as { rows: never[] }).rows;
  return {
    orders: (await knex('orders')) as OrderRow[],
    subOrders: (await knex('orders_sub_orders').orderBy('id')) as SubOrderRow[],
    lines: (await knex('orders_lines')) as LineRow[],
    payments: (await knex('payments')) as { id: string; surplus: boolean }[],
    refunds: (await knex('payments_refunds')) as RefundRow[],
    refundLines: (await knex('payments_refund_lines')) as {
      refundId: string;
      subOrderId: string;
      amount: number;
    }[],
    ledger: ((await knex('ledger_transactions')) as LedgerRow[]).map(ledgerFigures),
    vendors: (await rows('select id, display_name as name from vendors')) as { id: string; name: string }[],
    customers: (await rows(
      `select created_at from accounts_users where not is_anonymous
       and id not in (select user_id from access_user_roles)`,
    )) as { createdAt: Date }[],
    products: (await rows('select vendor_id, status from products where deleted_at is null')) as {
      vendorId: string;
      status: string;
    }[],
    variants: (await rows(
      'select v.id, v.sku, p.id as product_id, p.title from products_variants v join products p on p.id = v.product_id',
    )) as { id: string; sku: string | null; productId: string; title: string }[],
    skus: (await rows(
      `select l.vendor_id, l.variant_id, l.on_hand, l.low_stock_threshold as threshold, v.sku, p.title as name,
         greatest(l.on_hand - l.reserved, 0) as available
       from inventory_levels l join products_variants v on v.id = l.variant_id join products p on p.id = v.product_id
       where v.deleted_at is null and p.deleted_at is null and l.track_inventory`,
    )) as {
      vendorId: string;
      variantId: string;
      onHand: number;
      threshold: number | null;
      sku: string | null;
      name: string;
      available: number;
    }[],
  };
}
export type Raw = Awaited<ReturnType<typeof readRaw>>;

/** The counted rows of the platform, or the share of one vendor. */
export function countedRows(raw: Raw, vendorId: string | null) {
  const counted = new Map(
    raw.orders.filter((item) => item.confirmedAt !== null).map((item) => [item.id, item]),
  );
  const own = (item: { vendorId: string }) => vendorId === null || item.vendorId === vendorId;
  const placed = <T extends { orderId: string }>(row: T) => {
    const order = counted.get(row.orderId);
    return order ? [{ ...row, placedAt: order.placedAt }] : [];
  };
  const subOrders = raw.subOrders.filter(own).flatMap(placed);
  const orders = [...counted.values()].flatMap((order) => {
    const own = subOrders.filter(({ orderId }) => orderId === order.id);
    if (vendorId !== null && own.length === 0) return [];
    const total = vendorId === null ? order.grandTotal : own.reduce((sum, item) => sum + item.total, 0);
    const buyer = order.guest ? order.email.trim().toLowerCase() : order.userId;
    return [{ placedAt: order.placedAt, total, buyer }];
  });
  return {
    orders,
    subOrders,
    lines: raw.lines.filter(own).flatMap(placed),
    refunds: raw.refunds.flatMap((refund) => {
      const surplus = raw.payments.find(({ id }) => id === refund.paymentId)?.surplus;
      if (refund.status !== 'processed' || surplus || !counted.has(refund.orderId)) return [];
      const { processedAt } = refund;
      return vendorId === null ? [{ processedAt, amount: refund.amount }] : shares(raw, refund, vendorId);
    }),
    ledger: raw.ledger.filter(own),
  };
}
export type Counted = ReturnType<typeof countedRows>;

/** What of a refund falls to a vendor: running sums over the sub-orders, each rounded down. */
function shares(raw: Raw, refund: RefundRow, vendorId: string) {
  const { processedAt, amount, subOrderId } = refund;
  const subOrders = raw.subOrders.filter(({ orderId }) => orderId === refund.orderId);
  const lines = raw.refundLines.filter(({ refundId }) => refundId === refund.id);
  const vendorOf = (subOrderId: string) => subOrders.find(({ id }) => id === subOrderId)?.vendorId;
  if (lines.length > 0)
    return lines
      .filter((line) => vendorOf(line.subOrderId) === vendorId)
      .map((line) => ({ processedAt, amount: line.amount }));
  if (subOrderId !== null)
    return subOrders.some((item) => item.id === subOrderId && item.vendorId === vendorId)
      ? [{ processedAt, amount }]
      : [];
  const whole = subOrders.reduce((sum, { total }) => sum + total, 0);
  let upto = 0;
  return subOrders.flatMap(({ vendorId: of, total }, index) => {
    const before = upto;
    upto += total;
    const share =
      whole === 0
        ? index === 0
          ? amount
          : 0
        : Math.floor((amount * upto) / whole) - Math.floor((amount * before) / whole);
    return of === vendorId ? [{ processedAt, amount: share }] : [];
  });
}

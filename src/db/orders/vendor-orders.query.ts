import { orderDisputeSql } from '#db/reconciliation/order-dispute-sql.js';
import type { OrderDispute } from '#domain/reconciliation/dispute.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import { keptVendorTotal } from './kept-order-totals.query.js';
import type { Address } from '#domain/_shared/address.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  parcelsSql,
  type ParcelView,
  shipmentSql,
  type ShipmentView,
} from '#db/shipping/shipment-json-sql.js';
import type { OrderLine, SubOrderStatus, PaymentStatus } from '#domain/orders/order.js';

export interface VendorOrderRow {
  id: string;
  orderId: string;
  orderNumber: string;
  status: SubOrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: string;
  customerName: string;
  currency: string;
  total: number;
  /** Pieces. */
  itemCount: number;
  /** Lines whose invoice shows a dash for the HSN code. */
  linesWithoutHsn: number;
  placedAt: Date;
  confirmedAt: Date;
}

export interface VendorOrderView extends VendorOrderRow {
  subtotal: number;
  discountTotal: number;
  shippingTotal: number;
  shippingTaxTotal: number;
  taxTotal: number;
  /** What of its total store credit pays. */
  storeCredit: number;
  commissionBps: number;
  commissionTotal: number;
  pricesIncludeTax: boolean;
  shippingAddress: Address;
  placeOfSupply: string | null;
  fulfilledAt: Date | null;
  deliveredAt: Date | null;
  cancelledAt: Date | null;
  returnedAt: Date | null;
  cancelReason: string | null;
  awaitingReturn: boolean;
  shipment: ShipmentView | null;
  /** Null where the sub-order is sent in one parcel. */
  parcels: ParcelView[] | null;
  /** As printed; null until it is issued. */
  invoiceNumber: string | null;
  /** Why the invoice could not be issued. */
  invoiceProblem: string | null;
  /** Of the latest dispute of its order, with its own share of the amount. */
  dispute: OrderDispute | null;
  lines: OrderLine[];
}

const columns = {
  status: 'p.status',
  paymentStatus: 'o.paymentStatus',
  orderNumber: 'o.orderNumber',
  placedAt: 'p.placedAt',
  total: 'p.total',
};

/** Sub-orders that a vendor may see: its own, once their order was confirmed. */
function visibleSubOrders(knex: Knex, vendorId: string): Knex.QueryBuilder {
  return confirmedSubOrders(knex).where('p.vendorId', vendorId);
}

function confirmedSubOrders(knex: Knex): Knex.QueryBuilder {
  // Left, although there is one: where nothing of the order is needed, in a count for one, the planner leaves it out.
  return knex('orders_sub_orders as p')
    .leftJoin('orders as o', 'o.id', 'p.orderId')
    .whereNotNull('p.confirmedAt');
}

/** The vendor of a sub-order; undefined for another vendor's. */
export async function vendorOfSubOrder(
  knex: Knex,
  { subOrderId, vendorId }: { subOrderId: string; vendorId?: string },
): Promise<string | undefined> {
  const row = (await knex('orders_sub_orders')
    .where({ id: subOrderId, ...(vendorId ? { vendorId } : {}) })
    .first('vendorId')) as { vendorId: string } | undefined;
  return row?.vendorId;
}

function rowColumns(knex: Knex): (string | Knex.Raw)[] {
  return [
    'p.id',
    'p.orderId',
    'o.orderNumber',
    'p.status',
    'o.paymentStatus',
    'o.paymentMethod',
    'o.customerName',
    'o.currency',
    'p.total',
    'p.placedAt',
    'p.confirmedAt',
    knex.raw(
      '(select coalesce(sum(l.quantity), 0)::integer from orders_lines l where l.sub_order_id = p.id) as item_count',
    ),
    knex.raw(
      `(select count(*)::integer from orders_lines l
        where l.sub_order_id = p.id and coalesce(l.hsn_code, '') = '') as lines_without_hsn`,
    ),
  ];
}

export function listVendorOrders(
  knex: Knex,
  counts: CountCache,
  vendorId: string,
  query: ListQuery,
): Promise<Page<VendorOrderRow>> {
  return listPage<VendorOrderRow>({
    base: visibleSubOrders(knex, vendorId),
    query,
    columns,
    idColumn: 'p.id',
    searchColumns: ['o.orderNumber'],
    exactColumns: ['o.orderNumber'],
    select: rowColumns(knex),
    counts: { cache: counts, name: `vendor orders ${vendorId}` },
    ...keptVendorTotal(knex, vendorId, query.filters),
  });
}

/** A sub-order; null for another vendor's, and before the order is confirmed. */
export async function readVendorOrder(
  knex: Knex,
  { subOrderId, vendorId }: { subOrderId: string; vendorId?: string },
): Promise<VendorOrderView | null> {
  const row = (await (vendorId ? visibleSubOrders(knex, vendorId) : confirmedSubOrders(knex))
    .where('p.id', subOrderId)
    .first([
      ...rowColumns(knex),
      'p.subtotal',
      'p.discountTotal',
      'p.shippingTotal',
      'p.shippingTaxTotal',
      'p.taxTotal',
      'p.storeCredit',
      'p.commissionBps',
      'p.commissionTotal',
      'p.fulfilledAt',
      'p.deliveredAt',
      'p.cancelledAt',
      'o.pricesIncludeTax',
      'o.shippingAddress',
      'o.placeOfSupply',
      'p.returnedAt',
      'p.cancelReason',
      'p.awaitingReturn',
      knex.raw(
        `(select i.prefix || '/' || i.financial_year || '/' || lpad(i.sequence::text, greatest(6, length(i.sequence::text)), '0') from invoices i
          where i.sub_order_id = p.id) as invoice_number,
         (select i.issue_problem from invoices i where i.sub_order_id = p.id) as invoice_problem`,
      ),
      knex.raw(
        `${orderDisputeSql('p.order_id', 'round(d.amount * p.total::numeric / greatest(o.grand_total, 1))::bigint')} as dispute`,
      ),
      knex.raw(`${shipmentSql('p.id')} as shipment, ${parcelsSql('p.id')} as parcels`),
      knex.raw(
        `(select jsonb_agg(jsonb_build_object('id', l.id, 'productId', l.product_id, 'variantId', l.variant_id,
            'title', l.title, 'variantTitle', l.variant_title, 'sku', l.sku, 'hsnCode', l.hsn_code,
            'weight', l.weight, 'thumbnail', l.thumbnail, 'quantity', l.quantity,
            'returnedQuantity', l.returned_quantity, 'sentQuantity', l.sent_quantity,
            'cancelledQuantity', l.cancelled_quantity,
            'originalPrice', l.original_price, 'unitPrice', l.unit_price, 'lineSubtotal', l.line_subtotal,
            'discountTotal', l.discount_total, 'taxes', l.taxes, 'discounts', l.discounts, 'taxTotal', l.tax_total, 'total', l.total,
            'gstRate', l.gst_rate, 'gstExempt', l.gst_exempt, 'shippingShare', l.shipping_share,
            'shippingTaxes', l.shipping_taxes)
            order by l.position)
          from orders_lines l where l.sub_order_id = p.id) as lines`,
      ),
    ])) as VendorOrderView | undefined;
  return row ?? null;
}

/** The sub-orders of an order, each with its vendor. */
export async function subOrdersOf(knex: Knex, orderId: string): Promise<{ id: string; vendorId: string }[]> {
  return (await knex('orders_sub_orders').where({ orderId }).orderBy('id').select('id', 'vendorId')) as {
    id: string;
    vendorId: string;
  }[];
}

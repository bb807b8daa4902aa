import { query } from '#db/kernel/query.js';
import { ordersTables } from './columns.js';
import { jsonRowReader } from '#db/kernel/described-columns.js';
import { hidden } from '#db/kernel/prepared-statements.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { type Columns, instant, jsonOf, nullable, type RowOf } from '#domain/_shared/columns.js';
import {
  type Order,
  type OrderDiscount,
  orderDiscountColumns,
  type OrderLine,
  orderLineColumns,
  subOrderColumns,
} from '#domain/orders/order.js';
import {
  parcelsSql,
  type ParcelView,
  shipmentSql,
  type ShipmentView,
} from '#db/shipping/shipment-json-sql.js';
import { orderDisputeSql } from '#db/reconciliation/order-dispute-sql.js';
import type { OrderDispute } from '#domain/reconciliation/dispute.js';
import { type Payment, paymentColumns } from '#domain/payments/payment.js';

/** A vendor's sub-order with what has become of it since the order was placed. */
const subOrderViewColumns = {
  ...subOrderColumns,
  fulfilledAt: nullable(instant),
  deliveredAt: nullable(instant),
  cancelledAt: nullable(instant),
  returnedAt: nullable(instant),
} as const satisfies Columns;

type SubOrderDates = RowOf<typeof subOrderViewColumns>;

export interface SubOrderView
  extends Omit<SubOrderDates, 'returnedAt'>, Partial<Pick<SubOrderDates, 'returnedAt'>> {
  cancelReason?: string | null;
  awaitingReturn?: boolean;
  shipment?: ShipmentView | null;
  parcels?: ParcelView[] | null;
  lines: OrderLine[];
}

/** An order with everything in it; the latest payment first. */
export interface OrderView extends Order {
  subOrders: SubOrderView[];
  /** The coupons that were applied, in the order of adding. */
  discounts: OrderDiscount[];
  payments: Payment[];
  /** Of its latest dispute. */
  dispute?: OrderDispute | null;
}

/** One of these says which order is meant, and whose it has to be. */
export type OrderScope = { orderId: string; userId?: string } | { orderNumber: string; email: string };

type JsonRow = Record<string, unknown>;
const jsonRows = nullable(jsonOf<JsonRow[]>());

const readSubOrder = jsonRowReader(subOrderViewColumns);
const readLine = jsonRowReader(orderLineColumns);
const readDiscount = jsonRowReader(orderDiscountColumns);
const readPayment = jsonRowReader(paymentColumns);

/** The order in one statement; null when there is none, or it is somebody else's. */
export async function readOrder(reader: Reader, scope: OrderScope): Promise<OrderView | null> {
  const [where, values] =
    'orderId' in scope
      ? [
          `o.id = ${hidden('uuid')} and (?::uuid is null or o.user_id = ?::uuid)`,
          [scope.orderId, scope.userId ?? null, scope.userId ?? null],
        ]
      : ['o.order_number = ? and o.email = ?', [scope.orderNumber, scope.email]];
  const rows = await query(reader, {
    ...ordersTables.orders,
    subOrders: jsonRows,
    lines: jsonRows,
    discounts: jsonRows,
    payments: jsonRows,
    dispute: nullable(jsonOf<OrderDispute>()),
  })(
    `select o.*,
       (select jsonb_agg(to_jsonb(p) || jsonb_build_object('shipment', ${shipmentSql('p.id')},
          'parcels', ${parcelsSql('p.id')}) order by p.id)
        from orders_sub_orders p where p.order_id = o.id) as sub_orders,
       (select jsonb_agg(to_jsonb(l) order by l.position) from orders_lines l where l.order_id = o.id) as lines,
       (select jsonb_agg(to_jsonb(s) order by s.position) from orders_discounts s where s.order_id = o.id) as discounts,
       (select jsonb_agg(to_jsonb(y) order by y.id desc) from payments y where y.order_id = o.id) as payments,
       ${orderDisputeSql('o.id')} as dispute
     from orders o where ${where}`,
    values as string[],
  );
  const [row] = rows;
  if (!row) return null;
  const lines = (row.lines ?? []).map((line) => readLine<OrderLine>(line));
  const { subOrders, payments, discounts, lines: _lines, ...order } = row;
  return {
    ...order,
    subOrders: (subOrders ?? []).map((json) => {
      const subOrder = readSubOrder<SubOrderView & SubOrderDates>(json);
      return { ...subOrder, lines: lines.filter((line) => line.subOrderId === subOrder.id) };
    }),
    discounts: (discounts ?? []).map((discount) => readDiscount<OrderDiscount>(discount)),
    payments: (payments ?? []).map((payment) => readPayment<Payment>(payment)),
  };
}

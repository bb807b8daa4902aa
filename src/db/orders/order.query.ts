import { camelCase } from '#db/kernel/case-mapping.js';
import { hidden } from '#db/kernel/prepared-statements.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Order, OrderDiscount, OrderLine, OrderPart } from '#domain/orders/order.js';
import { type ShipmentView, shipmentJson } from '#db/shipping/shipment-json-sql.js';
import type { Payment } from '#domain/payments/payment.js';

export interface PartView extends OrderPart {
  fulfilledAt: Date | null;
  deliveredAt: Date | null;
  cancelledAt: Date | null;
  returnedAt?: Date | null;
  cancelReason?: string | null;
  awaitingReturn?: boolean;
  shipment?: ShipmentView | null;
  lines: OrderLine[];
}

/** An order with everything in it; the latest payment first. */
export interface OrderView extends Order {
  parts: PartView[];
  /** The coupons that were applied, in the order of adding. */
  discounts: OrderDiscount[];
  payments: Payment[];
}

/** One of these says which order is meant, and whose it has to be. */
export type OrderScope = { orderId: string; userId?: string } | { orderNumber: string; email: string };

type JsonRow = Record<string, unknown>;
type Row = Order & {
  parts: JsonRow[] | null;
  lines: JsonRow[] | null;
  discounts: JsonRow[] | null;
  payments: JsonRow[] | null;
};

const INSTANTS = new Set([
  'placedAt',
  'confirmedAt',
  'fulfilledAt',
  'deliveredAt',
  'cancelledAt',
  'returnedAt',
  'requestedAt',
  'capturedAt',
  'createdAt',
  'updatedAt',
]);

/** The order in one statement; null when there is none, or it is somebody else's. */
export async function readOrder(reader: Reader, scope: OrderScope): Promise<OrderView | null> {
  const [where, values] =
    'orderId' in scope
      ? [
          `o.id = ${hidden('uuid')} and (?::uuid is null or o.user_id = ?::uuid)`,
          [scope.orderId, scope.userId ?? null, scope.userId ?? null],
        ]
      : ['o.order_number = ? and o.email = ?', [scope.orderNumber, scope.email]];
  const { rows } = await reader.raw<{ rows: Row[] }>(
    `select o.*,
       (select jsonb_agg(to_jsonb(p) || jsonb_build_object('shipment', (
          select ${shipmentJson('s')} from shipping_shipments s where s.order_vendor_id = p.id
          order by s.attempt desc limit 1)) order by p.id)
        from orders_vendors p where p.order_id = o.id) as parts,
       (select jsonb_agg(to_jsonb(l) order by l.position) from orders_lines l where l.order_id = o.id) as lines,
       (select jsonb_agg(to_jsonb(s) order by s.position) from orders_discounts s where s.order_id = o.id) as discounts,
       (select jsonb_agg(to_jsonb(y) order by y.id desc) from payments y where y.order_id = o.id) as payments
     from orders o where ${where}`,
    values as string[],
  );
  const [row] = rows;
  if (!row) return null;
  const lines = (row.lines ?? []).map((line) => fromJson<OrderLine>(line));
  const { parts, payments, discounts, lines: _lines, ...order } = row;
  return {
    ...order,
    parts: (parts ?? []).map((json) => {
      const part = fromJson<PartView>(json);
      return { ...part, lines: lines.filter((line) => line.orderVendorId === part.id) };
    }),
    discounts: (discounts ?? []).map((discount) => fromJson<OrderDiscount>(discount)),
    payments: (payments ?? []).map((payment) => fromJson<Payment>(payment)),
  };
}

/** A row that came as a JSON document: names as in code, instants as dates. */
function fromJson<T>(row: JsonRow): T {
  const entries = Object.entries(row).map(([column, value]) => {
    const key = camelCase(column);
    return [key, INSTANTS.has(key) && typeof value === 'string' ? new Date(value) : value];
  });
  return Object.fromEntries(entries) as T;
}

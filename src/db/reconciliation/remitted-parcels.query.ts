import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { cameBackSql } from '#db/shipping/came-back-sql.js';
import { boolean, integer, text, uuid } from '#domain/_shared/columns.js';
import type { RemittedParcel } from '#domain/reconciliation/remittance.js';

const parcelColumns = {
  awb: text,
  orderId: uuid,
  isCash: boolean,
  ofVendor: boolean,
  delivered: boolean,
  due: integer,
};

/**
 * The parcels of AWBs, of those that share one the newest, with what was collected at the door: the parcel, or all of its sub-order
 * but what was cancelled before, less what store credit has paid of it. Credit pays the first parcels first, but none that came back.
 */
export async function readRemittedParcels(
  tx: Tx,
  awbs: readonly string[],
): Promise<Map<string, RemittedParcel>> {
  const rows = await query(tx, parcelColumns)(
    `select distinct on (s.awb) s.awb, s.order_id, o.payment_method = 'cod' as is_cash,
       s.provider_id = 'self-handled' or s.credential_source is not distinct from 'vendor' as of_vendor,
       p.delivered_at is not null and (not s.counted or s.tracking_status = 'delivered') as delivered,
       greatest(coalesce(s.value, p.total - p.cancelled_total) - greatest(p.store_credit - (
         select coalesce(sum(e.value), 0) from shipping_shipments e
         where e.sub_order_id = p.id and e.id <> s.id and e.parcel < s.parcel and e.status = 'created'
           and not ${cameBackSql('e')})::bigint, 0), 0)::bigint as due
     from shipping_shipments s join orders_sub_orders p on p.id = s.sub_order_id join orders o on o.id = s.order_id
     where s.awb = any(?::text[]) and s.status = 'created'
     order by s.awb, s.id desc`,
    [[...awbs]],
  );
  return new Map(rows.map((parcel) => [parcel.awb, parcel]));
}

/** With which settlement the cash of AWBs was paid over before. */
export async function readRemittedBefore(
  tx: Tx,
  providerId: string,
  awbs: readonly string[],
): Promise<Map<string, string>> {
  const rows = await query(tx, { awb: text, settlement: text })(
    `select l.provider_ref as awb, min(s.provider_settlement_id) as settlement
     from reconciliation_settlement_lines l join reconciliation_settlements s on s.id = l.settlement_id
     where l.provider_ref = any(?::text[]) and l.kind = 'payment' and s.provider_id = ? group by l.provider_ref`,
    [[...awbs], providerId],
  );
  return new Map(rows.map(({ awb, settlement }) => [awb, settlement]));
}

import { integer, nullable, type RowOf, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { awaitsAwbSql, awaitsLabelSql } from './awaiting-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { CredentialSource } from '#domain/shipping/provider.js';
import type { Attention } from '#domain/shipping/shipment.js';
import type { ShipmentView } from './shipment-json-sql.js';

export interface ListedShipment extends ShipmentView {
  id: string;
  orderId: string;
  subOrderId: string;
  vendorId: string;
  orderNumber: string;
  attempt: number;
  credentialSource: CredentialSource | null;
  requestedAt: Date;
  createdAt: Date | null;
  lastScanAt: Date | null;
  /** What its carrier still has to give. */
  awaiting: 'awb' | 'label' | null;
  /** Scanned on the road although it was cancelled. */
  movedAfterCancel: boolean;
  attention: Attention | null;
  attentionNote: string | null;
  foreignAwb: string | null;
  labelSince: Date | null;
  labelError: string | null;
}

/** The shipments with what is worked out of their columns. */
const shipments = `(select *, status = 'cancelled' and tracking_status <> 'pending' as moved_after_cancel,
    case when ${awaitsAwbSql('p')} then 'awb' when ${awaitsLabelSql('p')} then 'label' end as awaiting
  from shipping_shipments p) as s`;

export function listShipments(knex: Knex, query: ListQuery): Promise<Page<ListedShipment>> {
  return listPage<ListedShipment>({
    base: knex(knex.raw(shipments) as never).join('orders as o', 'o.id', 's.orderId') as Knex.QueryBuilder,
    query,
    columns: {
      status: 's.status',
      providerId: 's.providerId',
      requestedAt: 's.requestedAt',
      awb: 's.awb',
      trackingStatus: 's.trackingStatus',
      voidStatus: 's.voidStatus',
      attention: 's.attention',
      awaiting: 's.awaiting',
      movedAfterCancel: 's.movedAfterCancel',
    },
    idColumn: 's.id',
    searchColumns: ['o.orderNumber', 's.awb'],
    exactColumns: ['o.orderNumber', 's.awb'],
    fewValues: {
      providerId: { table: 'shipping_shipments', column: 'provider_id' },
      trackingStatus: { table: 'shipping_shipments', column: 'tracking_status' },
    },
    select: [
      's.id',
      's.orderId',
      's.subOrderId',
      's.vendorId',
      'o.orderNumber',
      's.attempt',
      's.credentialSource',
      's.requestedAt',
      's.createdAt',
      's.lastScanAt',
      's.providerId',
      's.method',
      's.courierCode',
      's.status',
      's.awb',
      's.trackingCode',
      's.trackingUrl',
      's.labelUrl',
      's.trackingStatus',
      's.voidStatus',
      's.voidError',
      's.error',
      's.awaiting',
      's.movedAfterCancel',
      's.attention',
      's.attentionNote',
      's.foreignAwb',
      's.labelSince',
      's.labelError',
    ],
  });
}

/** What is printed of a parcel in the list of a day. */
const manifestParcelColumns = {
  awb: nullable(text),
  orderNumber: text,
  courierCode: nullable(text),
  recipient: text,
  place: text,
  pieces: integer,
};
export type ManifestParcel = RowOf<typeof manifestParcelColumns>;

/** The parcels of a vendor that were created on a day of a time zone and not cancelled since. */
export async function readManifest(
  knex: Knex,
  vendorId: string,
  { date, timeZone }: { date: string; timeZone: string },
): Promise<ManifestParcel[]> {
  return query(knex, manifestParcelColumns)(
    `select s.awb, o.order_number, s.courier_code, o.shipping_address ->> 'name' as recipient,
       concat_ws(' ', o.shipping_address ->> 'city', o.shipping_address ->> 'postalCode') as place,
       case when s.counted
         then (select coalesce(sum((own ->> 'quantity')::integer), 0)::integer from jsonb_array_elements(s.lines) own)
         else (select coalesce(sum(l.quantity), 0)::integer from orders_lines l where l.sub_order_id = s.sub_order_id)
       end as pieces
     from shipping_shipments s join orders o on o.id = s.order_id
     where s.vendor_id = ? and s.status = 'created'
       and s.created_at >= ?::date::timestamp at time zone ?
       and s.created_at < (?::date + 1)::timestamp at time zone ?
     order by s.created_at, s.id`,
    [vendorId, date, timeZone, date, timeZone],
  );
}

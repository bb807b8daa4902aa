import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

/** A parcel as the carrier's stand-in lists it. */
interface Parcel {
  reference: string;
  waybill: string | null;
  cancelled: boolean;
}

interface Row {
  reference: string;
  subOrderId: string;
  awb: string | null;
  status: string;
  voidStatus: string | null;
}

type Checked = Pick<Fixtures, 'container'>;

/** The carrier's books and ours agree: one parcel for each created shipment, and none besides. */
export async function parcelsAgree({ container: { knex, config } }: Checked): Promise<Finding[]> {
  const response = await fetch(`${config.CARRIER_API_URL}/parcels`);
  const parcels = (await response.json()) as Parcel[];
  const rows = (await knex('shipping_shipments').where({ providerId: 'carrier' })) as Row[];
  const more = { mayBeEmpty: true };
  return [
    finding(
      'each created shipment is one parcel at the carrier',
      rows.length,
      rows.flatMap((row) => missing(row, parcels)),
      more,
    ),
    finding(
      'each parcel at the carrier is one shipment',
      parcels.length,
      parcels.flatMap((item) => unknown(item, rows)),
      more,
    ),
    finding('a sub-order has one live parcel at most', parcels.length, doubles(parcels, rows), more),
  ];
}

function missing({ reference, awb, status, voidStatus }: Row, parcels: readonly Parcel[]): string[] {
  const own = parcels.filter((parcel) => parcel.reference === reference);
  if (status === 'failed')
    return own.length > 0 && voidStatus !== 'voided' ? [`${reference} failed and has a parcel`] : [];
  if (status === 'creating') return [`${reference} is still being created`];
  const [parcel] = own;
  if (own.length !== 1 || !parcel) return [`${reference} is ${status} and has ${own.length} parcels`];
  if (parcel.waybill !== awb)
    return [`${reference} has the AWB ${awb}, and ${parcel.waybill} at the carrier`];
  const voided = status === 'cancelled';
  return parcel.cancelled === voided
    ? []
    : [`${reference} is ${status}; its parcel is ${voided ? 'not ' : ''}cancelled`];
}

function unknown({ reference, waybill }: Parcel, rows: readonly Row[]): string[] {
  const own = rows.filter((row) => row.reference === reference);
  return own.length === 1 ? [] : [`parcel ${waybill} of ${reference} has ${own.length} shipments`];
}

function doubles(parcels: readonly Parcel[], rows: readonly Row[]): string[] {
  const live = new Set(parcels.filter(({ cancelled }) => !cancelled).map(({ reference }) => reference));
  const counts = new Map<string, number>();
  for (const { subOrderId, reference } of rows)
    if (live.has(reference)) counts.set(subOrderId, (counts.get(subOrderId) ?? 0) + 1);
  return [...counts].flatMap(([id, count]) =>
    count > 1 ? [`sub-order ${id} has ${count} live parcels`] : [],
  );
}

/** Every scan that was acknowledged is stored once, and parcels stand where their last scan left them. */
export async function scansAreStored(
  { container: { knex } }: Checked,
  acknowledged: readonly string[],
): Promise<Finding> {
  const rows = (await knex('shipping_events')
    .whereIn('externalEventId', [...acknowledged])
    .groupBy('externalEventId')
    .select('externalEventId as id')
    .count({ times: '*' })) as { id: string; times: number | string }[];
  const stored = new Map(rows.map(({ id, times }) => [id, Number(times)]));
  const problems = acknowledged.flatMap((id) => {
    const times = stored.get(id) ?? 0;
    return times === 1 ? [] : [`scan ${id} is stored ${times} times`];
  });
  return finding('every acknowledged scan is stored once', acknowledged.length, problems);
}

/** Sub-orders are where their clients brought them. */
export async function subOrdersStand(
  { container: { knex } }: Checked,
  expected: ReadonlyMap<string, string>,
): Promise<Finding> {
  const rows = (await knex('orders_sub_orders').whereIn('id', [...expected.keys()])) as {
    id: string;
    status: string;
  }[];
  const problems = rows.flatMap(({ id, status }) =>
    status === expected.get(id) ? [] : [`sub-order ${id} is ${status} and was to be ${expected.get(id)}`],
  );
  return finding('every acknowledged move of a sub-order stands', expected.size, problems);
}

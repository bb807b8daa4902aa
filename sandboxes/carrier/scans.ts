import type { Parcel, Scan } from './parcels.js';

/** The scans of a parcel that arrives, one after the other. */
export const deliveryScript = ['OM', 'OS', 'OT', 'OO', 'OD'] as const;

const known: Readonly<Record<string, { code: number; description: string }>> = {
  OM: { code: 1, description: 'OrderPlaced' },
  OPF: { code: 3, description: 'PickupFailed' },
  OP: { code: 25, description: 'OutForPickup' },
  OS: { code: 4, description: 'PickedUp' },
  OT: { code: 5, description: 'InTransit' },
  INT: { code: 5, description: 'InTransit' },
  OO: { code: 6, description: 'OutForDelivery' },
  OFD: { code: 6, description: 'OutForDelivery' },
  OD: { code: 8, description: 'Delivered' },
  DEL: { code: 8, description: 'Delivered' },
  OUD: { code: 9, description: 'FailedDelivery' },
  OND: { code: 9, description: 'FailedDelivery' },
  OC: { code: 10, description: 'Cancelled' },
  OR: { code: 12, description: 'RTO' },
  RTO: { code: 12, description: 'RTO' },
  RTD: { code: 14, description: 'RTODelivered' },
};

const IST_OFFSET_MS = 5.5 * 60 * 60 * 1000;

/**
 * The scan of a letter code, now; a letter that is unknown is sent as it is. `5:DEL` sends a number of the aggregator
 * beside a code of the courier that says something else.
 */
export function scanOf(text: string, now: Date, location = 'Bengaluru'): Scan {
  const [, number, raw] = /^(\d+):(.*)$/.exec(text) ?? [];
  const status = raw ?? text;
  const named = known[status] ?? { code: 900, description: 'Unknown' };
  const { code, description } = number ? { ...named, code: Number(number) } : named;
  const timestamp = new Date(now.getTime() + IST_OFFSET_MS).toISOString().slice(0, 19);
  return { code, status, description, location, timestamp };
}

/** What comes next on a parcel's way to the buyer; undefined when it has arrived. */
export function nextStatus(parcel: Parcel): string | undefined {
  return deliveryScript[parcel.scans.length];
}

/** The body of a tracking webhook. */
export function scanBody(parcel: Parcel, scan: Scan, eventId?: string): Record<string, unknown> {
  const latest = parcel.scans.at(-1) ?? scan;
  return {
    ...(eventId ? { event_id: eventId } : {}),
    waybill: parcel.waybill,
    cp_id: parcel.cpId,
    clickpost_status_code: scan.code,
    clickpost_status_description: scan.description,
    status: scan.status,
    remark: scan.description,
    location: scan.location,
    timestamp: scan.timestamp,
    additional: {
      order_id: parcel.order.additional.order_id,
      is_rvp: parcel.order.additional.delivery_type === 'RVP',
      latest_status: {
        clickpost_status_code: latest.code,
        status: latest.status,
        reference_number: parcel.reference,
        timestamp: latest.timestamp,
        location: latest.location,
        remark: latest.description,
      },
    },
  };
}

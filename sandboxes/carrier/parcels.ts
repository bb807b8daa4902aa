import { createHash } from 'node:crypto';
import type { CarrierOrder } from './order-body.js';
import { courierNameOf } from './couriers.js';

/** A scan as the courier reports it. */
export interface Scan {
  code: number;
  status: string;
  description: string;
  location: string;
  /** India local time without a zone, as the aggregator writes it. */
  timestamp: string;
}

/** A parcel in the books of the aggregator. */
export interface Parcel {
  orderId: number;
  key: string;
  username: string;
  reference: string;
  cpId: number;
  courierName: string;
  accountCode: string;
  /** Null until an asynchronous order is worked off. */
  waybill: string | null;
  /** Epoch milliseconds from which on the waybill exists. */
  readyAt: number;
  cancelled: boolean;
  order: CarrierOrder;
  /** A waybill that another parcel had before. */
  reissued?: string;
  scans: Scan[];
}

export interface Parcels {
  find(key: string, reference: string): Parcel | undefined;
  byWaybill(waybill: string): Parcel | undefined;
  list(): Parcel[];
  /** @param waybill one that the courier gives out again; by default one by the order */
  place(
    order: CarrierOrder,
    account: { key: string; username: string },
    delayMs: number,
    waybill?: string,
  ): Parcel;
  /** Gives the waybill to an order whose time has come. @returns whether it was given now */
  settle(parcel: Parcel): boolean;
  cancel(parcel: Parcel): void;
  scan(parcel: Parcel, scan: Scan): void;
  restore(parcel: Parcel): void;
}

/** The books: one parcel for each API key and reference. */
export function createParcels(now: () => Date, changed: (parcel: Parcel) => void = () => undefined): Parcels {
  const byReference = new Map<string, Parcel>();
  const byWaybill = new Map<string, Parcel>();
  const nameOf = (key: string, reference: string) => `${key} ${reference}`;

  function keep(parcel: Parcel): void {
    byReference.set(nameOf(parcel.key, parcel.reference), parcel);
    if (parcel.waybill) byWaybill.set(parcel.waybill, parcel);
  }

  function settle(parcel: Parcel): boolean {
    if (parcel.waybill || parcel.readyAt > now().getTime()) return false;
    parcel.waybill = parcel.reissued ?? waybillOf(parcel);
    keep(parcel);
    changed(parcel);
    return true;
  }

  return {
    find: (key, reference) => byReference.get(nameOf(key, reference)),
    byWaybill: (waybill) => byWaybill.get(waybill),
    list: () => [...byReference.values()],
    settle,
    place(order, account, delayMs, waybill) {
      const { reference_number: reference, courier_partner_id: cpId } = order.shipment_details;
      const parcel: Parcel = {
        orderId: 100_000 + byReference.size,
        ...account,
        reference,
        cpId,
        courierName: courierNameOf(cpId) ?? 'Unknown',
        accountCode: order.additional.account_code,
        waybill: null,
        readyAt: now().getTime() + delayMs,
        cancelled: false,
        order,
        scans: [],
        ...(waybill && { reissued: waybill }),
      };
      keep(parcel);
      if (!settle(parcel)) changed(parcel);
      return parcel;
    },
    cancel(parcel) {
      parcel.cancelled = true;
      changed(parcel);
    },
    scan(parcel, scan) {
      parcel.scans.push(scan);
      changed(parcel);
    },
    restore: keep,
  };
}

/** Twelve digits, the same for the same order, so that a test can name a parcel before it exists. */
function waybillOf({ key, reference }: Parcel): string {
  const digest = createHash('sha256').update(`${key} ${reference}`).digest();
  return String((digest.readUIntBE(0, 6) % 900_000_000_000) + 100_000_000_000);
}

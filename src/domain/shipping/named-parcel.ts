import type { Shipment } from './shipment.js';

type Parcel = Pick<Shipment, 'id' | 'reference' | 'cpId' | 'status' | 'trackingStatus'>;

/** Whether a parcel can still be scanned: couriers give its AWB to another one later on. */
function isLive({ status, trackingStatus }: Parcel): boolean {
  const open = status === 'creating' || status === 'created';
  return open && trackingStatus !== 'delivered' && trackingStatus !== 'returned';
}

/**
 * The parcel that a report is about, of those with its AWB, newest first. Our own reference decides, then the courier's
 * number, then which parcel is live. `ambiguous` where several live ones are left: it is about none of them.
 */
export function namedParcel<P extends Parcel>(
  parcels: readonly P[],
  report: { references: readonly string[]; cpId: number | null },
): P | 'ambiguous' | undefined {
  if (parcels.length <= 1) return parcels[0];
  const byReference = parcels.find(({ reference }) => report.references.includes(reference));
  if (byReference) return byReference;
  const ofCourier = report.cpId === null ? [] : parcels.filter(({ cpId }) => cpId === report.cpId);
  const left = ofCourier.length > 0 ? ofCourier : parcels;
  const live = left.filter(isLive);
  if (live.length > 1) return 'ambiguous';
  return live[0] ?? left[0];
}

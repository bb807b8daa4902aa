import { day } from './kit.js';
import type { Order, Part, Scan } from './order.js';
import { piecesOf } from './parcels.js';

const scanWords: Record<Scan['normalizedStatus'], string> = {
  pending: 'The courier knows of the parcel',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  failed: 'Could not be delivered',
  returned: 'Sent back',
};

/** What has happened to a parcel, and what comes next. */
export function Timeline({
  order,
  part,
  scans,
  timeZone,
}: {
  order: Order;
  part: Part;
  scans: Scan[];
  timeZone: string;
}) {
  const { sent, all } = piecesOf(part);
  const inPart = part.fulfilledAt === null && sent > 0;
  const steps: { what: string; at: string | null; done: boolean }[] = [
    { what: 'Ordered', at: order.placedAt, done: true },
    {
      what: order.paymentMethod === 'cod' ? 'Confirmed' : 'Paid',
      at: order.paidAt ?? order.confirmedAt,
      done: order.confirmedAt !== null,
    },
    ...(part.status === 'cancelled'
      ? [
          {
            what: part.cancelReason ? `Cancelled: ${part.cancelReason}` : 'Cancelled',
            at: part.cancelledAt,
            done: true,
          },
        ]
      : [
          ...(inPart ? [{ what: `${sent} of ${all} items sent`, at: null, done: true }] : []),
          { what: inPart ? 'All sent' : 'Sent', at: part.fulfilledAt, done: part.fulfilledAt !== null },
          ...scans
            .filter(({ normalizedStatus }) => !['pending', 'delivered'].includes(normalizedStatus))
            .map((scan) => ({ what: scanWords[scan.normalizedStatus], at: scan.receivedAt, done: true })),
          { what: 'Delivered', at: part.deliveredAt, done: part.deliveredAt !== null },
          ...(part.returnedAt ? [{ what: 'Returned', at: part.returnedAt, done: true }] : []),
        ]),
  ];
  return (
    <ol className="timeline">
      {steps
        .filter(({ done }) => done || part.status !== 'cancelled')
        .map(({ what, at, done }, index) => (
          <li key={index} className={done ? 'done' : undefined}>
            <span>{what}</span>
            <span className="quiet">{at ? day(at, timeZone, true) : done ? '' : 'to come'}</span>
          </li>
        ))}
    </ol>
  );
}

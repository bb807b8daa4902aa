import { day } from './kit.js';
import type { Part } from './order.js';

type Sent = NonNullable<Part['parcels']>[number];

const trackingWords: Record<Sent['trackingStatus'], string> = {
  pending: 'sent',
  in_transit: 'on its way',
  out_for_delivery: 'out for delivery',
  delivered: 'delivered',
  failed: 'could not be delivered',
  returned: 'sent back',
};

/** A day as the courier in India means it. */
export const dayIn = (date: string) => `${day(`${date}T12:00:00+05:30`, 'Asia/Kolkata')} (day in India)`;

/** Pieces of a sub-order that are sent, of those that are not cancelled. */
export function piecesOf({ lines }: Pick<Part, 'lines'>): { sent: number; all: number } {
  const sum = (count: (line: Part['lines'][number]) => number) =>
    lines.reduce((total, line) => total + count(line), 0);
  return {
    sent: sum(({ sentQuantity }) => sentQuantity ?? 0),
    all: sum(({ quantity, cancelledQuantity }) => quantity - (cancelledQuantity ?? 0)),
  };
}

/** A sub-order's parcels where there are several: what is in each, where it is, and how to follow it. */
export function Parcels({ part }: { part: Part }) {
  if (!part.parcels || !['pending', 'fulfilled', 'delivered'].includes(part.status)) return null;
  const titles = new Map(part.lines.map(({ id, title }) => [id, title]));
  return (
    <ul className="parcels">
      {part.parcels
        .filter(({ status }) => status === 'created')
        .map((parcel) => {
          const code = parcel.awb ?? parcel.trackingCode;
          const underWay = !['delivered', 'returned'].includes(parcel.trackingStatus);
          return (
            <li key={parcel.id}>
              <strong>
                Parcel {parcel.number}: {trackingWords[parcel.trackingStatus]}
              </strong>
              {underWay && parcel.expectedOn && <span>Expected by {dayIn(parcel.expectedOn)}</span>}
              <span className="quiet">
                {parcel.lines
                  .map(({ lineId, quantity }) => `${quantity} × ${titles.get(lineId) ?? ''}`)
                  .join(', ')}
              </span>
              {code && (
                <span className="quiet">
                  {code}
                  {parcel.trackingUrl && (
                    <>
                      {' · '}
                      <a href={parcel.trackingUrl} rel="noopener">
                        Track it at the courier
                      </a>
                    </>
                  )}
                </span>
              )}
            </li>
          );
        })}
    </ul>
  );
}

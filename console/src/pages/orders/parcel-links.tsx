import { Anchor, Text } from '@mantine/core';
import { dayInIndia, label } from '../../lib/format.js';

/** Where the carrier shows a parcel; nothing while there is no such page. */
export function TrackingLink({ url }: { url: string | null }) {
  if (!url) return null;
  return (
    <Anchor size="sm" href={url} target="_blank" rel="noreferrer noopener">
      Tracking page
    </Anchor>
  );
}

/** How far a parcel is cancelled at its carrier; nothing where that was never asked for. */
export function VoidState({
  voidStatus,
  voidError,
}: {
  voidStatus: string | null;
  voidError: string | null;
}) {
  if (!voidStatus) return null;
  return (
    <Text size="sm" c="dimmed">
      Cancelled at the carrier: {label(voidStatus).toLowerCase()}
      {voidError && `, ${voidError}`}
    </Text>
  );
}

/** When the carrier expects to deliver a parcel; nothing where it does not say, or the parcel has arrived or goes back. */
export function ExpectedDay({ expectedOn, trackingStatus }: { expectedOn?: string; trackingStatus: string }) {
  if (!expectedOn || trackingStatus === 'delivered' || trackingStatus === 'returned') return null;
  return (
    <Text size="sm" c="dimmed">
      Expected by {dayInIndia(expectedOn)}
    </Text>
  );
}

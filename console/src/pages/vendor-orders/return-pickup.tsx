import { Alert, Text } from '@mantine/core';
import { dayInIndia, label } from '../../lib/format.js';
import { PickupButton } from './pickup-button.js';
import type { Return } from './returns-page.js';

/** How a return comes back with a courier; nothing where none collects it. */
export function ReturnPickup({ item: { pickup } }: { item: Return }) {
  if (!pickup) return null;
  const { courierCode, awb, status, trackingStatus, failedAttempts, pickupOn, error } = pickup;
  const who = [label(courierCode), awb].filter(Boolean).join(' · ');
  if (status === 'refused' || status === 'unclear')
    return (
      <Alert color="orange" p="xs" mt="xs">
        {status === 'refused'
          ? `${label(courierCode)} does not collect it: ${error}. Try another courier.`
          : `It is not clear whether ${label(courierCode)} comes: ${error}. Ask again.`}
      </Alert>
    );
  return (
    <Text size="sm" mt="xs">
      {who}: {status === 'cancelled' ? 'the pickup has ended' : wayOf(trackingStatus, pickupOn)}
      {failedAttempts > 0 &&
        trackingStatus === 'failed' &&
        ` (${failedAttempts} ${failedAttempts === 1 ? 'attempt' : 'attempts'})`}
    </Text>
  );
}

function wayOf(trackingStatus: string, pickupOn: string): string {
  if (trackingStatus === 'pending') return `comes to the buyer on ${dayInIndia(pickupOn)}`;
  if (trackingStatus === 'failed') return 'could not collect it';
  return trackingStatus === 'delivered' ? 'arrived' : 'on its way back';
}

/** Has a courier collect it: while none does, and again after one has refused or given up. */
export function CollectButton({ item }: { item: Return }) {
  const open = item.pickup && ['requested', 'confirmed'].includes(item.pickup.status);
  if (item.status !== 'approved' || item.origin !== 'buyer' || open) return null;
  return (
    <PickupButton
      returnRequestId={item.id}
      title={item.pickup?.status === 'unclear' ? 'Ask again' : 'Request a pickup'}
      courierCode={item.pickup?.status === 'unclear' ? item.pickup.courierCode : undefined}
      text="A courier of your carrier account collects the items from the buyer. Some couriers do not collect from buyers and refuse the request."
    />
  );
}

import { Alert, Text } from '@mantine/core';
import { ActButton } from '../../generic/act-button.js';
import { dayInIndia, label } from '../../lib/format.js';
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
          ? `${label(courierCode)} does not collect it: ${error}`
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
    <ActButton
      operation="postVendorReturnRequestsByReturnRequestIdPickup"
      path={{ returnRequestId: item.id }}
      label={item.pickup?.status === 'unclear' ? 'Ask again' : 'Have it collected'}
      initial={item.pickup?.status === 'unclear' ? { courierCode: item.pickup.courierCode } : undefined}
      text="A courier of your carrier account comes to the buyer. Some couriers collect nothing from buyers, and say so."
      done="The courier is asked"
    />
  );
}

import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ActButton } from '../../generic/act-button.js';
import { data } from '../../lib/api.js';

const needed = 'attention:in:contradicting_codes,ambiguous_awb,foreign_awb';

/** Reports of the carrier that contradict each other, and what to do about them. */
export function ParcelAttention({ orderNumber, subOrderId }: { orderNumber: string; subOrderId: string }) {
  const query = { search: orderNumber, 'filters[]': [needed], limit: 50 };
  const shipments = useQuery({
    queryKey: ['getAdminShippingShipments', query],
    queryFn: ({ signal }) => data('getAdminShippingShipments', { query, signal }),
  });
  const found = shipments.data?.find(({ orderVendorId }) => orderVendorId === subOrderId);
  if (!found) return null;
  const path = { orderVendorId: subOrderId };
  return (
    <Alert color="yellow" variant="light" title="The carrier’s reports contradict each other">
      <Text size="sm">{found.attentionNote}</Text>
      <Group gap="xs" mt="xs">
        {found.foreignAwb !== null && (
          <ActButton
            size="compact-sm"
            operation="postAdminOrdersVendorsByOrderVendorIdShipmentTakeOverAwb"
            path={path}
            label="Take over the AWB"
            text={`The parcel has the AWB ${found.foreignAwb} from now on.`}
            done="The AWB is taken over"
          />
        )}
        <ActButton
          size="compact-sm"
          operation="postAdminOrdersVendorsByOrderVendorIdShipmentDismissAttention"
          path={path}
          label="Dismiss"
          done="It no longer needs attention"
        />
      </Group>
    </Alert>
  );
}

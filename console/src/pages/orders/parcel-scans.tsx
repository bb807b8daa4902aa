import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';

/** What the carrier said of a parcel, the latest first; asked for when somebody wants to see it. */
export function ParcelScans({ subOrderId }: { subOrderId: string }) {
  const [open, setOpen] = useState(false);
  const scans = useQuery({
    queryKey: ['getAdminShippingOrdersByOrderVendorIdTracking', subOrderId],
    queryFn: ({ signal }) =>
      data('getAdminShippingOrdersByOrderVendorIdTracking', { path: { orderVendorId: subOrderId }, signal }),
    enabled: open,
  });
  return (
    <Stack gap={4} align="flex-start">
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={open}
        loading={open && scans.isPending}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide scans' : 'Show scans'}
      </Button>
      {open && scans.error && <ErrorView error={scans.error} retry={() => void scans.refetch()} />}
      {open && scans.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          The carrier has said nothing of this parcel yet.
        </Text>
      )}
      {open &&
        scans.data?.map((scan) => (
          <Text key={scan.id} size="sm">
            <Time instant={scan.receivedAt} /> · {label(scan.normalizedStatus)}{' '}
            <Text span size="sm" c="dimmed">
              ({scan.statusCode})
            </Text>
          </Text>
        ))}
    </Stack>
  );
}

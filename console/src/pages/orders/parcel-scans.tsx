import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { data } from '../../lib/api.js';
import { label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { Time } from '../../generic/value.js';

type Query = { parcelId?: string };

const sides = {
  admin: {
    read: (orderVendorId: string, query: Query, signal: AbortSignal) =>
      data('getAdminShippingOrdersByOrderVendorIdTracking', { path: { orderVendorId }, query, signal }),
    show: 'Show scans',
    hide: 'Hide scans',
    variant: 'default',
    hasCodes: true,
  },
  vendor: {
    read: (orderVendorId: string, query: Query, signal: AbortSignal) =>
      data('getVendorShippingOrdersByOrderVendorIdTracking', { path: { orderVendorId }, query, signal }),
    show: 'Where is it?',
    hide: 'Hide where it is',
    variant: 'subtle',
    hasCodes: false,
  },
} as const;

/** What the carrier said of a parcel, the latest first; asked for when somebody wants to see it. */
export function ParcelScans({
  side,
  subOrderId,
  parcelId,
}: {
  side: keyof typeof sides;
  subOrderId: string;
  /** Of several parcels this one alone. */
  parcelId?: string;
}) {
  const [open, setOpen] = useState(false);
  const { read, show, hide, variant, hasCodes } = sides[side];
  const scans = useQuery({
    queryKey: ['parcelScans', side, subOrderId, parcelId],
    queryFn: ({ signal }) => read(subOrderId, parcelId ? { parcelId } : {}, signal),
    enabled: open,
  });
  return (
    <Stack gap={4} align="flex-start">
      <Button
        size="compact-sm"
        variant={variant}
        aria-expanded={open}
        loading={open && scans.isPending}
        onClick={() => setOpen(!open)}
      >
        {open ? hide : show}
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
            {hasCodes && (
              <Text span size="sm" c="dimmed">
                ({scan.statusCode})
              </Text>
            )}
          </Text>
        ))}
    </Stack>
  );
}

import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pathOf } from 'haat-client';
import { Link } from 'react-router';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { money } from '../../lib/format.js';
import type { VendorOrder } from './order-page.js';

/** The e-way bills that an order needs, and what they lack; nothing for orders that need none. */
export function EwayBills({ order }: { order: VendorOrder }) {
  const path = { orderVendorId: order.id };
  const bills = useQuery({
    queryKey: ['getVendorOrdersByOrderVendorIdEWayBills', order.id, order.status, order.parcels?.length],
    queryFn: ({ signal }) => data('getVendorOrdersByOrderVendorIdEWayBills', { path, signal }),
  });
  const needed = bills.data?.consignments.filter(({ required }) => required) ?? [];
  if (!bills.data || needed.length === 0) return null;
  const limit = money(bills.data.limit, order.currency);
  return (
    <Panel title="E-way bill">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {`Goods worth more than ${limit} travel with an e-way bill. `}
          {bills.data.withinState &&
            'This order stays in your state, where another limit may hold: ask the store.'}
        </Text>
        {needed.map(({ parcelId, number, value, missing }) => (
          <Stack key={parcelId ?? 'rest'} gap="xs">
            <Text size="sm" fw={600}>
              {number ? `Parcel ${number}` : parcelId ? 'The parcel' : 'Not sent yet'}:{' '}
              {money(value, order.currency)}
            </Text>
            {missing.length > 0 && (
              <Alert color="orange" p="xs" title="Missing for the portal">
                <List size="sm">
                  {missing.map((gap) => (
                    <List.Item key={gap.message}>
                      {gap.message} <GapLink order={order} gap={gap} />
                    </List.Item>
                  ))}
                </List>
              </Alert>
            )}
            <Button
              component="a"
              size="compact-sm"
              variant="default"
              w="fit-content"
              href={`${pathOf('getVendorOrdersByOrderVendorIdEWayBillsDownload', path)}${number ? `?parcelId=${parcelId}` : ''}`}
            >
              Download for the portal
            </Button>
          </Stack>
        ))}
      </Stack>
    </Panel>
  );
}

interface Gap {
  field: string;
  message: string;
}

/** Where the vendor can enter what is missing; nothing for what another person or the portal enters. */
function GapLink({ order, gap: { field, message } }: { order: VendorOrder; gap: Gap }) {
  const line = field === 'hsnCode' && order.lines.find(({ title }) => message.startsWith(`${title} has `));
  const to = line
    ? `/vendor/products/${line.productId}`
    : field === 'gstin' || field === 'seller.postalCode'
      ? '/vendor/profile'
      : null;
  if (!to) return null;
  return (
    <Anchor component={Link} to={to} size="sm" c="inherit" underline="always">
      {line ? 'Open the product' : 'Open the profile'}
    </Anchor>
  );
}

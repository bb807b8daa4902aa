import { Anchor, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { DataOf } from 'haat-client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { money, number } from '../../lib/format.js';

type Dashboard = DataOf<'getAdminAnalyticsDashboard'>;

/** Who sells most, what sells most, what runs low. */
export function Leaders({ dashboard, currency }: { dashboard: Dashboard; currency: string }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      <Board title="Vendors" empty="No vendor has sold anything in this span.">
        {dashboard.topVendorsByRevenue.map(({ vendorId, name, revenue }) => (
          <Line
            key={vendorId}
            name={name}
            to={`/admin/vendors/${vendorId}`}
            value={money(revenue, currency)}
          />
        ))}
      </Board>
      <Board title="Products" empty="No product has been sold in this span.">
        {dashboard.topProductsByRevenue.map(({ variantId, name, revenue }) => (
          <Line key={variantId} name={name} value={money(revenue, currency)} />
        ))}
      </Board>
      <Board title="Low stock" empty="Nothing runs low.">
        {dashboard.lowStockList.slice(0, 5).map(({ variantId, name, onHand }) => (
          <Line key={variantId} name={name} value={`${number(onHand)} left`} />
        ))}
      </Board>
    </SimpleGrid>
  );
}

function Board({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <Card withBorder padding="lg">
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <Stack gap={8}>{children}</Stack>
      )}
    </Card>
  );
}

function Line({ name, value, to }: { name: string; value: string; to?: string }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      {to ? (
        <Anchor component={Link} to={to} size="sm" truncate>
          {name}
        </Anchor>
      ) : (
        <Text size="sm" truncate>
          {name}
        </Text>
      )}
      <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
        {value}
      </Text>
    </Group>
  );
}

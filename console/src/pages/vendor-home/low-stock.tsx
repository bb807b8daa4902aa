import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { DataOf } from 'haat-client';
import { Link } from 'react-router';
import { Panel } from '../../generic/panel.js';

type Items = DataOf<'getVendorAnalyticsDashboard'>['lowStockList'];

/** What is about to run out. */
export function LowStock({ items }: { items: Items }) {
  if (items.length === 0) return null;
  return (
    <Panel
      title="Low stock"
      actions={
        <Anchor component={Link} to="/vendor/inventory?tab=low" size="sm">
          Adjust
        </Anchor>
      }
    >
      <Stack gap={6}>
        {items.map((item) => (
          <Group key={item.variantId} justify="space-between" wrap="nowrap">
            <Text size="sm" className="clip">
              {item.name}
              {item.sku && ` · ${item.sku}`}
            </Text>
            <Text size="sm" c={item.onHand > 0 ? undefined : 'red'} className="nowrap">
              {item.onHand} left
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

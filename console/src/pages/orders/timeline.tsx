import { Text, Timeline as Line } from '@mantine/core';
import { Time } from '../../generic/value.js';
import { Panel } from '../../generic/panel.js';
import { label } from '../../lib/format.js';
import type { Order } from './order.js';

/** What happened to the order, the latest first. */
export function Timeline({ order }: { order: Order }) {
  const vendors = new Map(order.vendors.map(({ id, vendorName }) => [id, vendorName]));
  const entries = [...order.timeline].sort((first, second) => second.at.localeCompare(first.at));
  return (
    <Panel title="Timeline">
      {entries.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was recorded yet.
        </Text>
      )}
      <Line active={entries.length} bulletSize={14} lineWidth={2}>
        {entries.map((entry) => (
          <Line.Item key={entry.id} title={label(entry.event.replace(/^.*\./, ''))}>
            <Text size="sm" c="dimmed">
              <Time instant={entry.at} />
              {entry.orderVendorId && ` · ${vendors.get(entry.orderVendorId) ?? ''}`}
              {entry.fromStatus &&
                entry.toStatus &&
                ` · ${label(entry.fromStatus)} to ${label(entry.toStatus).toLowerCase()}`}
            </Text>
            {entry.note && <Text size="sm">{entry.note}</Text>}
          </Line.Item>
        ))}
      </Line>
    </Panel>
  );
}

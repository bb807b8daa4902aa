import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddressTabs, useAddressTab } from '../generic/address-tabs.js';
import type { FeedOperations } from './feed.js';
import { FeedDiagnostics } from './feed-diagnostics.js';
import { FeedHealth } from './feed-health.js';
import { FeedItems } from './feed-items.js';
import { WhenConnected } from './when-connected.js';

const tabs = [
  { value: 'health', label: 'Connection' },
  { value: 'items', label: 'Items' },
  { value: 'diagnostics', label: 'What the remote side finds' },
];

/** A feed: its connection and health, each item with why it is not there, and what the remote side says. */
export function FeedPage({
  title,
  text,
  operations,
  children,
}: {
  title: string;
  text: string;
  operations: FeedOperations;
  /** What this feed alone has, below its connection. */
  children?: ReactNode;
}) {
  const tab = useAddressTab(tabs);
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <AddressTabs tabs={tabs} name={`Parts of ${title}`} />
      {tab === 'health' && (
        <>
          <FeedHealth operations={operations} />
          {children}
        </>
      )}
      {tab === 'items' && <FeedItems operations={operations} />}
      {tab === 'diagnostics' && (
        <WhenConnected operations={operations}>
          <FeedDiagnostics operations={operations} />
        </WhenConnected>
      )}
    </Stack>
  );
}

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOperation } from '../generic/use-operation.js';
import type { FeedOperations, FeedStatus } from './feed.js';

/** What is read from the account of a feed; while there is no connection, what to do to see it. */
export function WhenConnected({
  operations,
  children,
}: {
  operations: Pick<FeedOperations, 'status'>;
  children: ReactNode;
}) {
  const { data: feed } = useOperation<FeedStatus>(operations.status);
  if (!feed) return null;
  if (feed.connected && !feed.reconnectRequired) return children;
  const missing = feed.configuration.missingKeys.length > 0;
  return (
    <Text size="sm" c="dimmed">
      {missing
        ? 'Fill in the missing settings and connect the account under “Connection”: what it holds is shown here then.'
        : `Connect the account ${feed.connected ? 'again ' : ''}under “Connection”: what it holds is shown here then.`}
    </Text>
  );
}

import { Badge, Group, Text } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';

const POLL_MS = 15_000;
const RETRY_MS = 5_000;

type Frame = { paidOrdersToday?: number };

/** Orders paid today, as they are paid. One stream a tab, closed while nobody looks; refused, it asks every 15 seconds. */
export function LiveCounter() {
  const session = useSession();
  const may = mayCall(useDeclarations().get('getAdminAnalyticsLiveOrders'), session);
  const visible = useDocumentVisibility() === 'visible';
  const [count, setCount] = useState<number | null>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!may || !visible) return undefined;
    const stop = new AbortController();
    void follow(stop.signal, setCount, setRefused);
    return () => stop.abort();
  }, [may, visible]);
  const polled = useQuery({
    queryKey: ['paidOrdersToday'],
    queryFn: ({ signal }) => data('getAdminAnalyticsDashboard', { query: { window: 'today' }, signal }),
    enabled: may && refused && visible,
    refetchInterval: POLL_MS,
  });
  const shown = refused ? (polled.data?.ordersCount ?? count) : count;
  if (!may || shown === null || shown === undefined) return null;
  return (
    <Group gap="xs">
      <Badge variant="light" color={refused ? 'gray' : 'teal'} tt="none">
        {refused ? 'Every 15 s' : 'Live'}
      </Badge>
      <Text size="sm" aria-live="polite">
        {number(shown)} {shown === 1 ? 'order' : 'orders'} paid today
      </Text>
    </Group>
  );
}

/** Reads the stream until the signal ends it, and opens it again when it ends by itself. */
async function follow(
  signal: AbortSignal,
  setCount: (count: number) => void,
  setRefused: (refused: boolean) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { data: text } of client.events('getAdminAnalyticsLiveOrders', { signal })) {
        const frame = JSON.parse(text) as Frame;
        if (typeof frame.paidOrdersToday === 'number') setCount(frame.paidOrdersToday);
        setRefused(false);
      }
    } catch {
      if (signal.aborted) return;
      setRefused(true);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

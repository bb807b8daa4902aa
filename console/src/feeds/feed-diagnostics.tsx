import { Alert, Anchor, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Nothing } from '../generic/list-tools.js';
import { callAny } from '../lib/api.js';
import { number } from '../lib/format.js';
import { ErrorView } from '../shell/error-view.js';
import { PageLoader } from '../shell/page-loader.js';
import type { FeedItem, FeedOperations } from './feed.js';
import { FeedItemDialog } from './feed-item-dialog.js';

interface Diagnostics {
  complete: boolean;
  items: number;
  reasons: {
    code: string;
    severity: string | null;
    attribute: string | null;
    description: string | null;
    count: number;
    variantIds: string[];
  }[];
}

const SHOWN = 5;

/** What the remote side finds wrong, by reason, with the items that it concerns. */
export function FeedDiagnostics({ operations }: { operations: FeedOperations }) {
  const found = useQuery({
    queryKey: [operations.diagnostics],
    queryFn: async ({ signal }) => (await callAny(operations.diagnostics, { signal })).data as Diagnostics,
    retry: false,
    staleTime: 60_000,
  });
  const [open, setOpen] = useState<FeedItem | null>(null);
  if (found.isLoadingError) return <ErrorView error={found.error} retry={() => void found.refetch()} />;
  if (found.isPending) return <PageLoader />;
  const { complete, items, reasons } = found.data;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {number(items)} items, read from the remote side just now.
        </Text>
        <Button variant="default" loading={found.isFetching} onClick={() => void found.refetch()}>
          Ask again
        </Button>
      </Group>
      {!complete && (
        <Alert color="yellow" variant="light">
          The remote side has more items than were read.
        </Alert>
      )}
      {reasons.length === 0 && <Nothing title="It finds nothing wrong" />}
      {reasons.map(({ code, severity, attribute, description, count, variantIds }) => (
        <Card key={`${code} ${attribute}`} withBorder padding="md">
          <Group justify="space-between" align="flex-start">
            <div style={{ flex: 1, minWidth: 200 }}>
              <Text size="sm" fw={600}>
                {description ?? code}
              </Text>
              <Text size="xs" c="dimmed">
                {[code, attribute].filter(Boolean).join(', ')}
              </Text>
            </div>
            <Group gap="xs">
              {severity && (
                <Badge
                  variant="light"
                  color={/disapproved|error|rejected/i.test(severity) ? 'red' : 'yellow'}
                  tt="none"
                >
                  {severity}
                </Badge>
              )}
              <Text size="sm">{count === 1 ? '1 item' : `${number(count)} items`}</Text>
            </Group>
          </Group>
          <Group gap="xs" mt="xs">
            {variantIds.slice(0, SHOWN).map((variantId) => (
              <Anchor
                key={variantId}
                component="button"
                type="button"
                size="xs"
                ff="monospace"
                onClick={() => setOpen(bareItem(variantId))}
              >
                …{variantId.slice(-8)}
              </Anchor>
            ))}
          </Group>
        </Card>
      ))}
      {open && <FeedItemDialog item={open} operations={operations} close={() => setOpen(null)} />}
    </Stack>
  );
}

/** An item of which the id alone is known. */
const bareItem = (variantId: string): FeedItem => ({
  variantId,
  productId: '',
  productTitle: `Variant …${variantId.slice(-8)}`,
  sku: null,
  price: null,
  thumbnail: null,
  syncStatus: 'reported',
  lastPushedAt: null,
  lastError: null,
  attempts: 0,
});

import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ago, money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { useCount } from './counts.js';

/** What waits for the people of the shop, and the money that is to come. */
export function ToDo() {
  const toSend = useCount('getVendorOrders', ['status:eq:pending']);
  const returns = useCount('getVendorReturnRequests', ['status:in:requested,approved']);
  const gaps = useCount('getVendorGstGaps', ['lacksHsnCode:eq:true']);
  const mistyped = useCount('getVendorFeedGaps', ['identifierProblem:eq:wrong_check_digit']);
  const low = useCount('getVendorInventory', ['lowStock:eq:true']);
  const known = [toSend, returns, gaps, mistyped, low].some((count) => count !== undefined);
  const nothing = known && [toSend, returns, gaps, mistyped, low].every((count) => !count);
  return (
    <Card withBorder padding="lg">
      <Title order={2} mb="sm">
        To do
      </Title>
      {nothing && (
        <Text size="sm" c="dimmed">
          Nothing waits for you.
        </Text>
      )}
      <Stack gap={0}>
        <Item count={toSend} single="order to send" many="orders to send" to="/vendor/orders">
          <Oldest />
        </Item>
        <Item
          count={returns}
          single="return to handle"
          many="returns to handle"
          to="/vendor/return-requests"
        />
        <Item
          count={low}
          single="variant is low in stock"
          many="variants are low in stock"
          to="/vendor/inventory?tab=low"
        />{' '}
        <Item
          count={gaps}
          single="variant without an HSN code"
          many="variants without an HSN code"
          to="/vendor/gst-gaps"
        >
          Their invoices print a dash.
        </Item>
        <Item
          count={mistyped}
          single="barcode is mistyped"
          many="barcodes are mistyped"
          to="/vendor/feed-gaps"
        >
          Shopping services are told that the product has none.
        </Item>
      </Stack>
      <Payout />
    </Card>
  );
}

interface ItemProps {
  count: number | undefined;
  single: string;
  many: string;
  to: string;
  children?: ReactNode;
}

function Item({ count, single, many, to, children }: ItemProps) {
  if (!count) return null;
  return (
    <Group className="line" py="xs" justify="space-between">
      <Anchor component={Link} to={to} size="sm" fw={600}>
        {count} {count === 1 ? single : many}
      </Anchor>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </Group>
  );
}

/** How long the first of the orders waits already. */
function Oldest() {
  const query = { limit: 1, sort: 'placedAt:asc', 'filters[]': ['status:eq:pending'] };
  const oldest = useQuery({
    queryKey: ['getVendorOrders', 'oldest'],
    queryFn: ({ signal }) => data('getVendorOrders', { query: query as never, signal }),
    staleTime: 10_000,
  });
  const [first] = oldest.data ?? [];
  return first ? <>The oldest came {ago(first.confirmedAt)}</> : null;
}

function Payout() {
  const session = useSession();
  const declarations = useDeclarations();
  const balance = useQuery({
    queryKey: ['getVendorBalance'],
    queryFn: ({ signal }) => data('getVendorBalance', { signal }),
    enabled: mayCall(declarations.get('getVendorBalance'), session),
    staleTime: 10_000,
  });
  if (!balance.data) return null;
  const { available, held, heldUntil } = balance.data;
  const { currency } = declarations.store;
  return (
    <Group className="line" py="xs" justify="space-between">
      <Anchor component={Link} to="/vendor/money" size="sm" fw={600}>
        {money(available, currency)} to be paid out next
      </Anchor>
      {held > 0 && (
        <Text size="sm" c="dimmed" component="div">
          {money(held, currency)} more{' '}
          {heldUntil ? (
            <>
              until <Time instant={heldUntil} />
            </>
          ) : (
            'later'
          )}
        </Text>
      )}
    </Group>
  );
}

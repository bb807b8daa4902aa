import { Anchor, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { RefundPanel } from '../orders/order-refunds.js';
import type { Refund } from '../orders/order.js';

const waiting: Record<string, { filters: string[]; empty: string }> = {
  failed: {
    filters: ['status:eq:failed', 'open:eq:true'],
    empty: 'No refund has failed. One that its provider refuses appears here with the reason.',
  },
  hand: {
    filters: ['byHand:eq:true', 'status:eq:pending'],
    empty: 'No refund waits to be paid by hand. Refunds of cash orders appear here.',
  },
};

/** Refunds that failed, that wait to be paid by hand, and all of them. */
export function RefundsTab() {
  const [search, setSearch] = useSearchParams();
  const show = search.get('show') ?? 'failed';
  const kind = waiting[show];
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which refunds"
        data={[
          { value: 'failed', label: 'Failed' },
          { value: 'hand', label: 'To pay by hand' },
          { value: 'all', label: 'All' },
        ]}
        value={show}
        onChange={(value) => setSearch(value === 'failed' ? {} : { show: value })}
        style={{ alignSelf: 'flex-start' }}
      />
      {kind ? <Waiting key={show} {...kind} /> : <EmbeddedList operation="getAdminRefunds" />}
    </Stack>
  );
}

function Waiting({ filters, empty }: { filters: string[]; empty: string }) {
  const query = { 'filters[]': filters, limit: 50 };
  const refunds = useQuery({
    queryKey: ['getAdminRefunds', query],
    queryFn: ({ signal }) => call('getAdminRefunds', { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (refunds.isLoadingError) return <ErrorView error={refunds.error} retry={() => void refunds.refetch()} />;
  if (refunds.isPending) return <PageLoader />;
  const { data, metadata } = refunds.data;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Stack gap="md">
      {metadata.total > data.length && (
        <Text size="sm" c="dimmed">
          The latest {data.length} of {metadata.total}
        </Text>
      )}
      {data.map((refund) => (
        <div key={refund.id}>
          <Anchor component={Link} to={`/admin/orders/${refund.orderId}?tab=refunds`} size="sm" fw={600}>
            Order {refund.orderNumber}
          </Anchor>{' '}
          <Text span size="sm" c="dimmed">
            {refund.email}
          </Text>
          <RefundPanel refund={{ ...refund, lines: [] } as Refund} />
        </div>
      ))}
    </Stack>
  );
}

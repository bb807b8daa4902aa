import { Group, Stack, Text, Title, Anchor, Badge } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { Nothing, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { PickedTable } from '../../generic/picked-table.js';
import { useSelection } from '../../generic/use-selection.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { ago, money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { DocumentButtons } from './document-buttons.js';
import { ManifestButton } from './manifest-button.js';

type Order = RowOf<'getVendorOrders'>;

const tabs = [
  { value: 'send', label: 'To send', filter: 'status:eq:pending', sort: 'placedAt:asc' },
  { value: 'sent', label: 'Sent', filter: 'status:eq:fulfilled', sort: 'placedAt:desc' },
  { value: 'delivered', label: 'Delivered', filter: 'status:eq:delivered', sort: 'placedAt:desc' },
  {
    value: 'over',
    label: 'Cancelled or returned',
    filter: 'status:in:cancelled,returned',
    sort: 'placedAt:desc',
  },
  { value: 'all', label: 'All', filter: null, sort: 'placedAt:desc' },
];

const empty: Record<string, string> = {
  send: 'Nothing waits to be sent. New orders appear here as soon as they are confirmed.',
  sent: 'Nothing is on its way.',
  delivered: 'Nothing was delivered yet.',
  over: 'No order was cancelled or came back.',
  all: 'The first order appears here.',
};

/** The orders of the vendor, by what is to be done about them; those that wait the longest first. */
export function Page() {
  const tab = useAddressTab(tabs);
  const current = tabs.find(({ value }) => value === tab) ?? tabs[0];
  const list = useListAddress();
  const query = {
    ...list.query,
    sort: current?.sort ?? 'placedAt:desc',
    ...(current?.filter && { 'filters[]': [current.filter] }),
  };
  const orders = useQuery({
    queryKey: ['getVendorOrders', query],
    queryFn: ({ signal }) => call('getVendorOrders', { query: query as never, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const rows = orders.data?.data ?? [];
  const selection = useSelection(rows.map(({ id }) => id));
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>Orders</Title>
        <ManifestButton />
      </Group>
      <AddressTabs tabs={tabs} name="Which orders" />
      <Group justify="space-between">
        <SearchField label="Search by order number" list={list} />
        <DocumentButtons chosen={selection.chosen} />
      </Group>
      {orders.isLoadingError ? (
        <ErrorView error={orders.error} retry={() => void orders.refetch()} />
      ) : orders.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={list.search ? 'No order has this number' : 'No orders here'}>
          {!list.search && empty[tab]}
        </Nothing>
      ) : (
        <PickedTable
          label="Orders"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ orderNumber }) => orderNumber}
          selection={selection}
          dimmed={orders.isPlaceholderData}
          columns={columns}
        />
      )}
      <Pages total={orders.data?.metadata?.total} list={list} />
    </Stack>
  );
}

const columns = [
  {
    name: 'order',
    title: 'Order',
    cell: (order: Order) => (
      <Anchor component={Link} to={`/vendor/orders/${order.id}`} size="sm" fw={600} className="nowrap">
        {order.orderNumber}
      </Anchor>
    ),
  },
  {
    name: 'status',
    title: 'State',
    cell: (order: Order) => (
      <Group gap={4} wrap="nowrap">
        <State text={stateOf(order)} />
        {order.linesWithoutHsn > 0 && (
          <Badge variant="light" color="orange" tt="none" miw="max-content">
            HSN is missing
          </Badge>
        )}
      </Group>
    ),
  },
  {
    name: 'placed',
    title: 'Placed',
    cell: ({ placedAt }: Order) => (
      <>
        <Time instant={placedAt} />
        <Text size="xs" c="dimmed">
          {ago(placedAt)}
        </Text>
      </>
    ),
  },
  { name: 'buyer', title: 'Buyer', cell: ({ customerName }: Order) => <Text size="sm">{customerName}</Text> },
  {
    name: 'pieces',
    title: 'Pieces',
    right: true,
    cell: ({ itemCount }: Order) => <Text size="sm">{itemCount}</Text>,
  },
  {
    name: 'total',
    title: 'Total',
    right: true,
    cell: ({ total, currency }: Order) => (
      <Text size="sm" className="nowrap">
        {money(total, currency)}
      </Text>
    ),
  },
  {
    name: 'payment',
    title: 'Payment',
    cell: (order: Order) => <Text size="sm">{paymentText(order)}</Text>,
  },
];

/** The words of a seller for a state. */
export function stateOf({ status }: Pick<Order, 'status'>): string {
  return { pending: 'to send', fulfilled: 'sent' }[status as string] ?? status;
}

export function paymentText({
  paymentMethod,
  paymentStatus,
}: Pick<Order, 'paymentMethod' | 'paymentStatus'>): string {
  if (paymentMethod === 'cod' && paymentStatus === 'unpaid') return 'Cash on delivery';
  return (
    {
      paid: 'Paid',
      unpaid: 'Not paid yet',
      partially_refunded: 'Partly refunded',
      refunded: 'Refunded',
      failed: 'Payment failed',
    }[paymentStatus as string] ?? paymentStatus
  );
}

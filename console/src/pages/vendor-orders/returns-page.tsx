import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { Link } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { Nothing, Pages, useListAddress } from '../../generic/list-tools.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { ReceiveButton } from './receive-button.js';
import { CollectButton, ReturnPickup } from './return-pickup.js';

export type Return = RowOf<'getVendorReturnRequests'>;

const tabs = [
  { value: 'decide', label: 'To decide', filter: 'status:eq:requested' },
  { value: 'receive', label: 'On their way back', filter: 'status:eq:approved' },
  { value: 'all', label: 'All', filter: null },
];

const empty: Record<string, string> = {
  decide: 'No buyer waits for your decision.',
  receive: 'Nothing is on its way back.',
  all: 'Nothing came back yet.',
};

/** What buyers want to give back: decide, then receive. */
export function Page() {
  const tab = useAddressTab(tabs);
  const list = useListAddress();
  const filter = tabs.find(({ value }) => value === tab)?.filter;
  const query = { ...list.query, ...(filter && { 'filters[]': [filter] }) };
  const returns = useQuery({
    queryKey: ['getVendorReturnRequests', query],
    queryFn: ({ signal }) => call('getVendorReturnRequests', { query: query as never, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="md" maw={860}>
      <Title order={1}>Returns</Title>
      <AddressTabs tabs={tabs} name="Which returns" />
      {returns.isLoadingError ? (
        <ErrorView error={returns.error} retry={() => void returns.refetch()} />
      ) : returns.isPending ? (
        <PageLoader />
      ) : returns.data.data.length === 0 ? (
        <Nothing title="No returns here">{empty[tab]}</Nothing>
      ) : (
        returns.data.data.map((item) => <ReturnCard key={item.id} item={item} />)
      )}
      <Pages total={returns.data?.metadata?.total} list={list} />
    </Stack>
  );
}

function ReturnCard({ item }: { item: Return }) {
  const path = { returnRequestId: item.id };
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Anchor component={Link} to={`/vendor/orders/${item.orderVendorId}`} fw={600}>
              {item.orderNumber}
            </Anchor>
            <State text={item.status} />
            {item.origin === 'carrier' && (
              <Badge variant="light" color="gray" tt="none">
                Sent back by the carrier
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            Requested <Time instant={item.createdAt} />
          </Text>
        </div>
        <Group gap="xs">
          {item.status === 'requested' && (
            <>
              <ActButton
                operation="postVendorReturnRequestsByReturnRequestIdApprove"
                path={path}
                label="Accept"
                variant="filled"
                text="The buyer sends the items back. The refund follows when you have received them."
                done="The return is accepted"
              />
              <ActButton
                operation="postVendorReturnRequestsByReturnRequestIdReject"
                path={path}
                label="Refuse"
                danger
                text="The buyer gets your reason by mail."
                done="The return is refused"
              />
            </>
          )}
          <CollectButton item={item} />
          {item.status === 'approved' && <ReceiveButton item={item} />}
        </Group>
      </Group>
      <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-line' }}>
        {item.reason}
      </Text>
      {item.lines.map((line) => (
        <Text key={line.lineId} size="sm">
          {line.quantity} × {line.title} {[line.variantTitle, line.sku].filter(Boolean).join(' · ')}
          {line.sellable === false && ' (not sellable)'}
        </Text>
      ))}
      <ReturnPickup item={item} />
      {item.note && (
        <Text size="sm" c="dimmed" mt="xs">
          {item.note}
        </Text>
      )}
    </Card>
  );
}

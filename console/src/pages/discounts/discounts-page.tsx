import { Anchor, Badge, Button, Code, Group, Select, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { Nothing, PAGE_ROWS, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { PickedTable } from '../../generic/picked-table.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { type Store, useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type Discount, stateOf } from './discount.js';
import { discountSentence } from './discount-sentence.js';

const tabs = [
  { value: 'active', label: 'Current' },
  { value: 'archived', label: 'Archived' },
  { value: 'deleted', label: 'Deleted' },
] as const;

/** Discounts, each with what it does in one sentence. */
export function Page() {
  const { store } = useDeclarations();
  const mayCreate = mayCall(useDeclarations().get('postAdminDiscounts'), useSession());
  const status = useAddressTab(tabs) as (typeof tabs)[number]['value'];
  const list = useListAddress();
  const kind = list.params.get('kind');
  const query = {
    ...(kind !== null && { automatic: kind === 'offers' ? 'true' : 'false' }),
    limit: PAGE_ROWS,
    offset: (list.page - 1) * PAGE_ROWS,
    status,
    ...(list.search && { q: list.search }),
  };
  const discounts = useQuery({
    queryKey: ['getAdminDiscounts', query],
    queryFn: ({ signal }) => call('getAdminDiscounts', { query: query as never, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = discounts.data?.data ?? [];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>Discounts</Title>
        {mayCreate && (
          <Button component={Link} to="/admin/discounts/new" leftSection={<Icon name="plus" size={16} />}>
            New discount
          </Button>
        )}
      </Group>
      <AddressTabs tabs={tabs} name="Which discounts" />
      <Group gap="xs">
        <SearchField label="Search by name or code" list={list} />
        <Select
          aria-label="Coupons or automatic offers"
          placeholder="Coupons and offers"
          clearable
          w={190}
          data={[
            { value: 'coupons', label: 'Coupons' },
            { value: 'offers', label: 'Automatic offers' },
          ]}
          value={kind}
          onChange={(next) => list.change({ kind: next })}
        />
      </Group>
      {discounts.isLoadingError ? (
        <ErrorView error={discounts.error} retry={() => void discounts.refetch()} />
      ) : discounts.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={list.search || kind ? 'No discount matches' : 'No discounts here'}>
          {!list.search && !kind && status === 'active' && mayCreate && (
            <Anchor component={Link} to="/admin/discounts/new" size="sm">
              Make the first one
            </Anchor>
          )}
        </Nothing>
      ) : (
        <PickedTable
          label="Discounts"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          dimmed={discounts.isPlaceholderData}
          columns={columnsOf(store)}
        />
      )}
      <Pages total={discounts.data?.metadata?.total} list={list} />
    </Stack>
  );
}

const columnsOf = (store: Store) => [
  {
    name: 'discount',
    title: 'Discount',
    cell: (discount: Discount) => (
      <div style={{ minWidth: 200, maxWidth: 620 }}>
        <Group gap="xs">
          <Anchor component={Link} to={`/admin/discounts/${discount.id}`} size="sm" fw={600}>
            {discount.name}
          </Anchor>
          {discount.offer ? (
            <Badge variant="light" color="gray" tt="none">
              Automatic
            </Badge>
          ) : (
            <Code fw={700}>{discount.code}</Code>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {discountSentence(discount, {
            money: (amount) => money(amount, store.currency).replace(/\.00$/, ''),
            timeZone: store.timeZone,
            now: new Date(),
          })}
        </Text>
      </div>
    ),
  },
  { name: 'state', title: 'State', cell: (discount: Discount) => <State text={stateOf(discount)} /> },
  {
    name: 'ends',
    title: 'Ends',
    cell: ({ endsAt }: Discount) =>
      endsAt ? (
        <Time instant={endsAt} />
      ) : (
        <Text size="sm" c="dimmed" className="nowrap">
          Without end
        </Text>
      ),
  },
];

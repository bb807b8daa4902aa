import { Anchor, Group, Select, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { Nothing, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { PickedTable } from '../../generic/picked-table.js';
import { RowPicker } from '../../generic/row-picker.js';
import { useSelection } from '../../generic/use-selection.js';
import { EntityLink, State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ago } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { fieldNames, kindText, type ListedApproval } from './approval.js';
import { DecideMany } from './decide-many.js';

const tabs = [
  { value: 'pending', label: 'Waiting', sort: 'submittedAt:asc', empty: 'Nothing waits for a decision' },
  { value: 'approved', label: 'Approved', sort: 'decidedAt:desc', empty: 'Nothing was approved yet' },
  { value: 'rejected', label: 'Rejected', sort: 'decidedAt:desc', empty: 'Nothing was rejected yet' },
  { value: 'withdrawn', label: 'Taken back', sort: 'decidedAt:desc', empty: 'Nothing was taken back yet' },
];

/** New products and changes of vendors that wait for an operator, the oldest first, and those that were decided. */
export function Page() {
  const value = useAddressTab(tabs);
  const tab = tabs.find((item) => item.value === value) ?? tabs[0];
  const list = useListAddress();
  const vendorId = list.params.get('vendorId');
  const kind = list.params.get('kind');
  const filters = [
    `state:eq:${value}`,
    ...(vendorId ? [`vendorId:eq:${vendorId}`] : []),
    ...(kind ? [`kind:eq:${kind}`] : []),
  ];
  const query = { ...list.query, sort: tab?.sort, 'filters[]': filters };
  const approvals = useQuery({
    queryKey: ['getAdminProductApprovals', query],
    queryFn: ({ signal }) => call('getAdminProductApprovals', { query: query as never, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = approvals.data?.data ?? [];
  const selection = useSelection(rows.map(({ id }) => id));
  const isFiltered = list.search !== '' || vendorId !== null || kind !== null;
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Product approvals</Title>
        <Text c="dimmed" size="sm" className="linked-text">
          New products are not on sale, and changes are not seen by shoppers, until they are approved. Prices
          and stock never wait. <SettingLink />
        </Text>
      </div>
      <AddressTabs tabs={tabs} name="Which approvals" />
      <Group justify="space-between" align="flex-end">
        <Filters list={list} vendorId={vendorId} kind={kind} />
        {value === 'pending' && (
          <DecideMany chosen={rows.filter(({ id }) => selection.has(id))} done={selection.clear} />
        )}
      </Group>
      {approvals.isLoadingError ? (
        <ErrorView error={approvals.error} retry={() => void approvals.refetch()} />
      ) : approvals.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={isFiltered ? 'Nothing matches' : (tab?.empty ?? '')}>
          {value === 'pending' &&
            !isFiltered &&
            'What vendors submit stands here, the first submitted first.'}
        </Nothing>
      ) : (
        <PickedTable
          label="Approvals"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ title }) => title}
          {...(value === 'pending' && { selection })}
          dimmed={approvals.isPlaceholderData}
          columns={value === 'pending' ? waiting : decided}
        />
      )}
      <Pages total={approvals.data?.metadata?.total} list={list} />
    </Stack>
  );
}

function Filters({
  list,
  vendorId,
  kind,
}: {
  list: ReturnType<typeof useListAddress>;
  vendorId: string | null;
  kind: string | null;
}) {
  const mayNameVendors = mayCall(useDeclarations().get('getAdminVendors'), useSession());
  return (
    <Group gap="xs" flex={1} align="flex-end">
      <SearchField label="Search by title" list={list} />
      {mayNameVendors && (
        <RowPicker
          kind="vendors"
          aria-label="Vendor"
          placeholder="Every vendor"
          value={vendorId}
          onChange={(id) => list.change({ vendorId: id })}
        />
      )}
      <Select
        aria-label="New products or changes"
        placeholder="New and changed"
        clearable
        w={190}
        data={[
          { value: 'new', label: 'New products' },
          { value: 'change', label: 'Changes' },
        ]}
        value={kind}
        onChange={(next) => list.change({ kind: next })}
      />
    </Group>
  );
}

/** Where it is set what waits at all. */
function SettingLink() {
  const may = mayCall(useDeclarations().get('getAdminSettings'), useSession());
  if (!may) return null;
  return (
    <Anchor component={Link} to="/settings/admin/catalog" size="sm">
      What waits is a setting.
    </Anchor>
  );
}

const columns = [
  {
    name: 'product',
    title: 'Product',
    cell: ({ id, title }: ListedApproval) => (
      <Anchor component={Link} to={`/admin/product-approvals/${id}`} size="sm" fw={600} className="clip">
        {title}
      </Anchor>
    ),
  },
  {
    name: 'vendor',
    title: 'Vendor',
    cell: ({ vendorId, vendorName, vendorStatus }: ListedApproval) => (
      <>
        <EntityLink entity="vendor" id={vendorId} text={vendorName} />{' '}
        {vendorStatus === 'suspended' && <State text="suspended" />}
      </>
    ),
  },
  {
    name: 'what',
    title: 'What',
    cell: ({ kind, fields }: ListedApproval) => (
      <Text size="sm" className="clip">
        {kind === 'new' ? kindText(kind) : `${kindText(kind)}: ${fieldNames(fields)}`}
      </Text>
    ),
  },
];

const waiting = [
  ...columns,
  {
    name: 'submitted',
    title: 'Submitted',
    cell: ({ submittedAt, version }: ListedApproval) => (
      <>
        <Text size="sm" className="nowrap">
          {ago(submittedAt)}
        </Text>
        {version > 1 && (
          <Text size="xs" c="dimmed" className="nowrap">
            Version {version}
          </Text>
        )}
      </>
    ),
  },
];

const decided = [
  ...columns,
  {
    name: 'decided',
    title: 'Decided',
    cell: ({ decidedAt }: ListedApproval) => (decidedAt ? <Time instant={decidedAt} /> : '–'),
  },
];

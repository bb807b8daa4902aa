import { Alert, Anchor, Group, SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { Link, useSearchParams } from 'react-router';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number, wholeMoney } from '../../lib/format.js';
import { useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { Kpi } from '../home/kpi.js';
import { Trend } from '../home/trend.js';
import { GettingStarted } from './getting-started.js';
import { LowStock } from './low-stock.js';
import { ToDo } from './to-do.js';

type Dashboard = DataOf<'getVendorAnalyticsDashboard'>;
type Window = NonNullable<Dashboard['window']>;

const spans = [
  { value: 'today', label: 'Today' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'all_time', label: 'All time' },
];

/** How the shop does, and what waits for its people. */
export function Page() {
  const { me } = useSession();
  const [search, setSearch] = useSearchParams();
  const window = (search.get('window') ?? '30d') as Window;
  const snapshot = useQuery({
    queryKey: ['getVendorAnalyticsDashboard', window],
    queryFn: ({ signal }) => data('getVendorAnalyticsDashboard', { query: { window }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <Stack gap="lg">
      <Title order={1}>{me.activeVendor?.displayName}</Title>
      {me.activeVendor?.status === 'suspended' && (
        <Alert color="red" title="The shop is suspended">
          Nothing is on sale. You can still send, deliver and cancel what was ordered, decide returns, and
          read everything. The marketplace says why.
        </Alert>
      )}
      <WithoutNumber />
      <GettingStarted />
      <ToDo />
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Time span"
          data={spans}
          value={window}
          onChange={(value) => setSearch({ window: value })}
          style={{ maxWidth: '100%', overflowX: 'auto' }}
        />
      </Group>
      {snapshot.error ? (
        <ErrorView error={snapshot.error} retry={() => void snapshot.refetch()} />
      ) : snapshot.isPending ? (
        <PageLoader />
      ) : (
        <Figures dashboard={snapshot.data} />
      )}
    </Stack>
  );
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { currency } = useDeclarations().store;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Kpi
          name="Sales"
          value={wholeMoney(dashboard.grossSales, currency)}
          percent={dashboard.deltas?.grossSales.pct}
        />
        <Kpi
          name="Orders"
          value={number(dashboard.ordersCount)}
          percent={dashboard.deltas?.ordersCount.pct}
        />
        <Kpi name="Average order" value={wholeMoney(dashboard.aov, currency)} />
        <Kpi name="Earned after commission" value={wholeMoney(dashboard.vendorNetEarnings, currency)} />
      </SimpleGrid>
      <Trend points={dashboard.salesTrend} currency={currency} />
      <LowStock items={dashboard.lowStockList} />
    </Stack>
  );
}

/** A shop without GSTIN and enrolment number sells nothing: said here, where its people look first. */
function WithoutNumber() {
  const profile = useQuery({
    queryKey: ['getVendorProfile'],
    queryFn: ({ signal }) => data('getVendorProfile', { signal }),
  });
  if (profile.data?.sellerKind !== 'without_number') return null;
  return (
    <Alert color="red" title="Nothing is on sale yet">
      A shop sells with a GSTIN, or with an enrolment number of the GST portal. Enter one of both in the{' '}
      <Anchor component={Link} to="/vendor/profile" size="sm">
        profile
      </Anchor>
      .
    </Alert>
  );
}

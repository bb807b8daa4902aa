import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { useSearchParams } from 'react-router';
import { Slots } from '../../generic/slots.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ago, number, wholeMoney } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { Attention } from './attention.js';
import { LiveCounter } from './live-counter.js';
import { Kpi } from './kpi.js';
import { Leaders } from './leaders.js';
import { Trend } from './trend.js';

type Dashboard = DataOf<'getAdminAnalyticsDashboard'>;
const windows = ['today', '7d', '30d', 'all_time'] as const;
type Window = NonNullable<Dashboard['window']>;

/** What happened, and what waits for a person. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  const dashboard = declarations.get('getAdminAnalyticsDashboard');
  return (
    <Stack gap="xl">
      <Group justify="space-between">
        <Title order={1}>Home</Title>
        <LiveCounter />
      </Group>
      <Attention />
      {dashboard && mayCall(dashboard, session) && <Snapshot />}
      <Slots on="home" />
    </Stack>
  );
}

const names: Record<string, string> = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  all_time: 'All time',
};
const spans = windows.map((value) => ({ value, label: names[value] ?? value }));

function Snapshot() {
  const [search, setSearch] = useSearchParams();
  const window = (search.get('window') ?? '30d') as Window;
  const snapshot = useQuery({
    queryKey: ['getAdminAnalyticsDashboard', window],
    queryFn: ({ signal }) => data('getAdminAnalyticsDashboard', { query: { window }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Time span"
          data={spans}
          value={window}
          onChange={(value) => setSearch({ window: value })}
          style={{ maxWidth: '100%', overflowX: 'auto' }}
        />
        <Group gap="xs">
          {snapshot.data?.computedAt && (
            <Text size="sm" c="dimmed">
              Computed {ago(snapshot.data.computedAt)}
            </Text>
          )}
          <Button
            variant="default"
            size="compact-sm"
            loading={snapshot.isFetching}
            onClick={() => void snapshot.refetch()}
          >
            Refresh
          </Button>
        </Group>
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
  const { deltas } = dashboard;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Kpi
          name="Gross sales"
          value={wholeMoney(dashboard.grossSales, currency)}
          percent={deltas?.grossSales.pct}
        />
        <Kpi name="Orders" value={number(dashboard.ordersCount)} percent={deltas?.ordersCount.pct} />
        <Kpi name="Average order" value={wholeMoney(dashboard.aov, currency)} />
        <Kpi
          name="Commission"
          value={wholeMoney(dashboard.commissionEarned, currency)}
          percent={deltas?.commissionEarned.pct}
        />
        <Kpi name="Units sold" value={number(dashboard.unitsSold)} percent={deltas?.unitsSold.pct} />
        <Kpi name="Refunds" value={wholeMoney(dashboard.refundsAmount, currency)} />
        <Kpi name="Wait for their vendor" value={number(dashboard.pendingActionCount)} />
        <Kpi name="New customers" value={number(dashboard.newCustomers)} />
      </SimpleGrid>
      <Trend points={dashboard.salesTrend} currency={currency} />
      <Leaders dashboard={dashboard} currency={currency} />
    </Stack>
  );
}

import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { BackLink } from '../../generic/back-link.js';
import { State, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { part } from '../../shell/part.js';
import type { Order } from './order.js';
import { OrderActs } from './order-acts.js';
import { OrderOverview } from './order-overview.js';

/** Parts that open by their tab. */
const EmbeddedList = part(() =>
  import('../../generic/embedded-list.js').then(({ EmbeddedList }) => EmbeddedList),
);
const JobCards = part(() => import('../jobs/job-cards.js').then(({ JobCards }) => JobCards));
const OrderInvoices = part(() => import('./order-invoices.js').then(({ OrderInvoices }) => OrderInvoices));
const OrderRefunds = part(() => import('./order-refunds.js').then(({ OrderRefunds }) => OrderRefunds));
const Timeline = part(() => import('./timeline.js').then(({ Timeline }) => Timeline));
const DisputeCards = part(() => import('../money/disputes-tab.js').then(({ DisputeCards }) => DisputeCards));
const UnmatchedCards = part(() =>
  import('../money/unmatched-tab.js').then(({ UnmatchedCards }) => UnmatchedCards),
);

/** An order: what was bought from whom, what was paid, where it is, and what can be done. */
export function Page() {
  const { orderId = '' } = useParams();
  const order = useQuery({
    queryKey: ['getAdminOrdersByOrderId', orderId],
    queryFn: ({ signal }) => data('getAdminOrdersByOrderId', { path: { orderId }, signal }),
  });
  if (order.isLoadingError) return <ErrorView error={order.error} retry={() => void order.refetch()} />;
  if (order.isPending) return <PageLoader />;
  return <OrderView order={order.data} />;
}

const tabs = [
  { value: 'order', label: 'Order', operation: 'getAdminOrdersByOrderId' },
  { value: 'refunds', label: 'Refunds', operation: 'getAdminOrdersByOrderIdRefunds' },
  { value: 'invoices', label: 'Invoices', operation: 'getAdminOrdersByOrderIdInvoiceStatus' },
  { value: 'timeline', label: 'Timeline', operation: 'getAdminOrdersByOrderId' },
  { value: 'mails', label: 'Mails', operation: 'getAdminEmailDeliveries' },
  { value: 'jobs', label: 'Jobs', operation: 'getAdminJobs' },
];

function OrderView({ order }: { order: Order }) {
  const declarations = useDeclarations();
  const session = useSession();
  const shown = tabs.filter(({ operation }) => mayCall(declarations.get(operation), session));
  const tab = useAddressTab(shown);
  return (
    <Stack gap="md">
      <BackLink to="/admin/orders" text="Orders" />
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="sm">
            <Title order={1}>{order.orderNumber}</Title>
            <State text={order.status} />
            <State text={order.paymentStatus} />
            {order.dispute && <State text={`dispute ${order.dispute.state}`} />}
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {money(order.grandTotal, order.currency)} · {order.customerName} · placed{' '}
            <Time instant={order.placedAt} />
          </Text>
        </div>
        <OrderActs order={order} />
      </Group>
      <AddressTabs tabs={shown} name="Parts of the order" />
      {tab === 'order' && <OrderOverview order={order} />}
      <Suspense fallback={<PageLoader />}>
        {tab === 'refunds' && (
          <Stack gap="md">
            {order.dispute && mayCall(declarations.get('getAdminDisputes'), session) && (
              <DisputeCards orderId={order.id} />
            )}
            {mayCall(declarations.get('getAdminUnmatchedMoney'), session) && (
              <UnmatchedCards orderId={order.id} />
            )}
            <OrderRefunds order={order} />
          </Stack>
        )}
        {tab === 'invoices' && <OrderInvoices order={order} />}
        {tab === 'timeline' && <Timeline order={order} />}
        {tab === 'mails' && (
          <EmbeddedList operation="getAdminEmailDeliveries" fixed={{ orderId: order.id }} />
        )}
        {tab === 'jobs' && (
          <JobCards filters={[`orderId:eq:${order.id}`]} empty="No job has run for this order." />
        )}
      </Suspense>
    </Stack>
  );
}

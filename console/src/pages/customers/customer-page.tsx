import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { useParams } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { BackLink } from '../../generic/back-link.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { CustomerActs } from './customer-acts.js';
import { CustomerOverview } from './customer-overview.js';

export type Customer = DataOf<'getAdminCustomersById'>;

/** A customer: what they bought and spent, which mails reached them, and whether they may sign in. */
export function Page() {
  const { id = '' } = useParams();
  const customer = useQuery({
    queryKey: ['getAdminCustomersById', id],
    queryFn: ({ signal }) => data('getAdminCustomersById', { path: { id }, signal }),
  });
  if (customer.isLoadingError)
    return <ErrorView error={customer.error} retry={() => void customer.refetch()} />;
  if (customer.isPending) return <PageLoader />;
  return <CustomerView customer={customer.data} />;
}

const tabs = [
  { value: 'customer', label: 'Customer', operation: 'getAdminCustomersById' },
  { value: 'orders', label: 'Orders', operation: 'getAdminOrders' },
  { value: 'reviews', label: 'Reviews', operation: 'getAdminReviews' },
  { value: 'mails', label: 'Mails', operation: 'getAdminEmailDeliveries' },
];

function CustomerView({ customer }: { customer: Customer }) {
  const declarations = useDeclarations();
  const session = useSession();
  const shown = tabs.filter(({ operation }) => mayCall(declarations.get(operation), session));
  const tab = useAddressTab(shown);
  return (
    <Stack gap="md">
      <BackLink to="/admin/customers" text="Customers" />
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="sm">
            <Title order={1}>{customer.name || customer.email}</Title>
            {customer.bannedAt && (
              <Badge color="red" variant="light" tt="none">
                Banned
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            <Anchor href={`mailto:${customer.email}`} inherit underline="always">
              {customer.email}
            </Anchor>{' '}
            · {customer.emailVerified ? 'address confirmed' : 'address not confirmed'} · since{' '}
            <Time instant={customer.createdAt} />
          </Text>
        </div>
        <CustomerActs customer={customer} />
      </Group>
      <AddressTabs tabs={shown} name="Parts of the customer" />
      {tab === 'customer' && <CustomerOverview customer={customer} />}
      {tab === 'orders' && (
        <EmbeddedList
          operation="getAdminOrders"
          columns={['orderNumber', 'status', 'paymentStatus', 'grandTotal', 'itemCount', 'placedAt']}
          fixed={{ 'filters[]': [`email:eq:${customer.email}`] }}
        />
      )}
      {tab === 'reviews' && (
        <EmbeddedList operation="getAdminReviews" fixed={{ 'filters[]': [`userId:eq:${customer.id}`] }} />
      )}
      {tab === 'mails' && (
        <EmbeddedList operation="getAdminEmailDeliveries" fixed={{ recipient: customer.email }} />
      )}
    </Stack>
  );
}

import { Stack, Text, Title } from '@mantine/core';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'fulfil', label: 'To fulfil' },
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'cancelled', label: 'Cancelled' },
];

const filters: Record<string, string[]> = {
  fulfil: ['status:in:confirmed,partially_fulfilled'],
  unpaid: ['paymentStatus:in:unpaid,failed', 'status:ne:cancelled'],
  refunded: ['paymentStatus:in:refunded,partially_refunded'],
  cancelled: ['status:eq:cancelled'],
};

/** Orders, by what is to be done about them. */
export function Page() {
  const tab = useAddressTab(tabs);
  const filter = filters[tab];
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Orders</Title>
        <Text c="dimmed" size="sm">
          Search by order number, e-mail address or name.
        </Text>
      </div>
      <AddressTabs tabs={tabs} name="Which orders" />
      <EmbeddedList
        operation="getAdminOrders"
        tools
        columns={[
          'orderNumber',
          'customerName',
          'status',
          'paymentStatus',
          'grandTotal',
          'itemCount',
          'placedAt',
        ]}
        {...(filter && { fixed: { 'filters[]': filter } })}
      />
    </Stack>
  );
}

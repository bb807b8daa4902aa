import { Stack, Text, Title } from '@mantine/core';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'banned', label: 'Banned' },
  { value: 'unconfirmed', label: 'Address not confirmed' },
];

const filters: Record<string, string[]> = {
  banned: ['bannedAt:gt:2000-01-01T00:00:00.000Z'],
  unconfirmed: ['emailVerified:eq:false'],
};

/** Everybody with an account. */
export function Page() {
  const tab = useAddressTab(tabs);
  const filter = filters[tab];
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Customers</Title>
        <Text c="dimmed" size="sm">
          Search by e-mail address or name. Guests have no account: find them by their orders.
        </Text>
      </div>
      <AddressTabs tabs={tabs} name="Which customers" />
      <EmbeddedList
        operation="getAdminCustomers"
        tools
        columns={['name', 'email', 'orderCount', 'lastOrderAt', 'bannedAt', 'createdAt']}
        {...(filter && { fixed: { 'filters[]': filter } })}
      />
    </Stack>
  );
}

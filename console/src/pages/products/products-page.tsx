import { Stack, Text, Title } from '@mantine/core';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
  { value: 'private', label: 'Private' },
];

const filters: Record<string, string[]> = {
  active: ['status:eq:active', 'visibility:eq:public'],
  draft: ['status:eq:draft'],
  archived: ['status:eq:archived'],
  private: ['visibility:eq:private'],
};

/** Products of all vendors, by their state. */
export function Page() {
  const tab = useAddressTab(tabs);
  const filter = filters[tab];
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Products</Title>
        <Text c="dimmed" size="sm">
          Of all vendors. Open one to see whether buyers can buy it, and why not.
        </Text>
      </div>
      <AddressTabs tabs={tabs} name="Which products" />
      <EmbeddedList
        operation="getAdminProducts"
        tools
        columns={['title', 'vendorName', 'status', 'visibility', 'priceStart', 'variantCount', 'updatedAt']}
        {...(filter && { fixed: { 'filters[]': filter } })}
      />
    </Stack>
  );
}

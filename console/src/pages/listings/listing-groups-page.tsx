import { Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';

const tabs = [
  { value: 'groups', label: 'Groups' },
  { value: 'listings', label: 'All listings' },
];

/** Listings of products, which storefronts read in groups or by their slugs. */
export function Page() {
  const tab = useAddressTab(tabs);
  const navigate = useNavigate();
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Product listings</Title>
          <Text size="sm" c="dimmed">
            A listing keeps filters, and finds its products whenever it is read.
          </Text>
        </div>
        <Group gap="xs">
          <ActButton
            operation="postAdminDynamicProductListingGroups"
            label="New group"
            text="The slug is made from the title where it is left empty."
            fixed={{ metadata: null }}
            done="The group is created"
            onDone={({ data }) =>
              void navigate(`/admin/dynamic-product-listing-groups/${(data as { id: string }).id}`)
            }
          />
          <NewListing groupId={null} />
        </Group>
      </Group>
      <AddressTabs tabs={tabs} name="Which" />
      {tab === 'groups' && (
        <EmbeddedList
          operation="getAdminDynamicProductListingGroups"
          columns={['title', 'slug', 'updatedAt']}
          empty={{
            title: 'No groups yet',
            text: 'A group holds the listings that a page of the storefront shows together.',
          }}
        />
      )}
      {tab === 'listings' && (
        <EmbeddedList
          operation="getAdminDynamicProductListings"
          columns={['title', 'slug', 'groupId', 'order', 'updatedAt']}
          empty={{
            title: 'No listings yet',
            text: 'Make one with filters, such as the new lamps below ₹999.',
          }}
        />
      )}
    </Stack>
  );
}

/** Asks for the title alone; the page of the listing has the rest. */
export function NewListing({ groupId }: { groupId: string | null }) {
  const navigate = useNavigate();
  return (
    <ActButton
      operation="postAdminDynamicProductListings"
      label="New listing"
      text="The next page has its filters and what they find."
      fixed={{
        groupId,
        subtitle: null,
        description: null,
        image: null,
        filters: null,
        metadata: null,
        order: undefined,
      }}
      done="The listing is created"
      variant="filled"
      onDone={({ data }) => void navigate(`/admin/dynamic-product-listings/${(data as { id: string }).id}`)}
    />
  );
}

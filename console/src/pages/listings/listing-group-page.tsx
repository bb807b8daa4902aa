import { Anchor, Card, Group, Image, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { Nothing } from '../../generic/list-tools.js';
import { moveByKeys, OrderButtons } from '../../generic/order-buttons.js';
import { pictureUrl } from '../../generic/picture-url.js';
import { moved } from '../../generic/sort-orders.js';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { editOf } from '../../lib/edit-tag.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { filtersText } from './listing-filters.js';
import { NewListing } from './listing-groups-page.js';

/** The listings of a group in the order in which a storefront shows them. */
export function Page() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const declarations = useDeclarations();
  const mayOrder = mayCall(
    declarations.get('putAdminDynamicProductListingGroupsByIdListingsReorder'),
    useSession(),
  );
  const group = useQuery({
    queryKey: ['getAdminDynamicProductListingGroupsById', id],
    queryFn: ({ signal }) => data('getAdminDynamicProductListingGroupsById', { path: { id }, signal }),
  });
  const { act, error } = useAct();
  if (group.isLoadingError) return <ErrorView error={group.error} retry={() => void group.refetch()} />;
  if (group.isPending) return <PageLoader />;
  const { title, slug, listings } = group.data;
  const move = (from: number, to: number) =>
    void act(() =>
      call('putAdminDynamicProductListingGroupsByIdListingsReorder', {
        path: { id },
        body: {
          listings: moved(listings, from, to).map(({ id: listingId }, order) => ({ listingId, order })),
        },
        ...editOf(group.data),
      }),
    );
  return (
    <Stack gap="md">
      <BackLink to="/admin/dynamic-product-listing-groups" text="Product listings" />
      <Group justify="space-between">
        <div>
          <Title order={1}>{title}</Title>
          <Text size="sm" c="dimmed">
            Storefronts read it by the slug {slug}.
          </Text>
        </div>
        <Group gap="xs">
          <ActButton
            operation="putAdminDynamicProductListingGroupsById"
            path={{ id }}
            label="Rename"
            text="A new slug has to be known to the storefront."
            initial={{ title, slug }}
            fixed={{ metadata: group.data.metadata }}
            edited={{ row: group.data, read: async () => (await group.refetch()).data ?? group.data }}
            done="The group is renamed"
          />
          <ActButton
            operation="deleteAdminDynamicProductListingGroupsById"
            path={{ id }}
            label="Delete"
            text={`${title} is deleted; its listings stay, without a group.`}
            done="The group is deleted"
            danger
            onDone={() => void navigate('/admin/dynamic-product-listing-groups')}
          />
          <NewListing groupId={id} />
        </Group>
      </Group>
      {error !== null && <ErrorView error={error} />}
      {listings.length === 0 && <Nothing title="No listings yet" />}
      <Stack gap="sm" role="list" aria-label="Listings">
        {listings.map((listing, index) => (
          <Card
            key={listing.id}
            withBorder
            padding="sm"
            role="listitem"
            onKeyDown={mayOrder ? moveByKeys(index, listings.length, move) : undefined}
          >
            <Group gap="md">
              {listing.image && (
                <Image src={pictureUrl(listing.image)} alt="" w={120} h={60} radius="sm" fit="cover" />
              )}
              <Stack gap={2} flex={1} miw={180}>
                <Anchor
                  component={Link}
                  to={`/admin/dynamic-product-listings/${listing.id}`}
                  size="sm"
                  fw={600}
                >
                  {listing.title}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {filtersText(listing.filters)}
                </Text>
              </Stack>
              {mayOrder && (
                <OrderButtons name={listing.title} index={index} count={listings.length} move={move} />
              )}
            </Group>
          </Card>
        ))}
      </Stack>
    </Stack>
  );
}

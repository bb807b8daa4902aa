import { Grid, Group, Image, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { useParams } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { BackLink } from '../../generic/back-link.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Slots } from '../../generic/slots.js';
import { EntityLink, State } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { MembersPanel } from './members-panel.js';
import { ProductDetails, SaleState, SearchState } from './product-state.js';
import { VariantTable } from './variant-table.js';

export type Product = DataOf<'getAdminProductsById'>;

/** A product of any vendor: whether buyers can buy it and why not, and where else it is shown. */
export function Page() {
  const { id = '' } = useParams();
  const product = useQuery({
    queryKey: ['getAdminProductsById', id],
    queryFn: ({ signal }) => data('getAdminProductsById', { path: { id }, signal }),
  });
  if (product.isLoadingError) return <ErrorView error={product.error} retry={() => void product.refetch()} />;
  if (product.isPending) return <PageLoader />;
  return <ProductView product={product.data} />;
}

const tabs = [
  { value: 'product', label: 'Product', operation: 'getAdminProductsById' },
  { value: 'reviews', label: 'Reviews', operation: 'getAdminReviews' },
];

function ProductView({ product }: { product: Product }) {
  const declarations = useDeclarations();
  const session = useSession();
  const shown = tabs.filter(({ operation }) => mayCall(declarations.get(operation), session));
  const tab = useAddressTab(shown);
  return (
    <Stack gap="md">
      <BackLink to="/admin/products" text="Products" />
      <Group gap="md" wrap="nowrap" align="flex-start">
        {product.thumbnail && <Image src={product.thumbnail} alt="" w={56} h={56} radius="md" fit="cover" />}
        <div style={{ minWidth: 0 }}>
          <Group gap="sm">
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {product.title}
            </Title>
            <State text={product.status} />
            <State text={product.visibility} />
            {product.deletedAt && <State text="deleted" />}
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            Of <EntityLink entity="vendor" id={product.vendorId} text={product.vendorName} />
          </Text>
        </div>
      </Group>
      <AddressTabs tabs={shown} name="Parts of the product" />
      {tab === 'reviews' && (
        <EmbeddedList operation="getAdminReviews" fixed={{ 'filters[]': [`productId:eq:${product.id}`] }} />
      )}
      {tab === 'product' && (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Stack gap="md">
              <SaleState reasons={product.notForSale} />
              <VariantTable variants={product.variants} />
              <Slots on="product" id={product.id} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Stack gap="md">
              <SearchState search={product.search} />
              <ProductDetails product={product} />
              {product.visibility === 'private' && !product.deletedAt && <MembersPanel id={product.id} />}
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  );
}

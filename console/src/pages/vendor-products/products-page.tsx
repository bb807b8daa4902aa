import { Anchor, Button, Group, Image, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { Nothing, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { PickedTable } from '../../generic/picked-table.js';
import { useSelection } from '../../generic/use-selection.js';
import { State } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money, number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';
import { BulkActs } from './bulk-acts.js';
import { pictureUrl } from '../../generic/picture-url.js';
import { useApprovalStates } from './approval-states.js';
import { saleState } from './sale-state.js';

export type ListedProduct = RowOf<'getVendorProducts'>;

const tabs = [
  { value: 'all', label: 'All', filters: [] },
  { value: 'active', label: 'On sale', filters: ['status:eq:active', 'visibility:eq:public'] },
  { value: 'draft', label: 'Drafts', filters: ['status:eq:draft'] },
  { value: 'archived', label: 'Archived', filters: ['status:eq:archived'] },
];

/** The products of the vendor, and what can be done with several at once. */
export function Page() {
  const declarations = useDeclarations();
  const { currency } = declarations.store;
  const mayCreate = mayCall(declarations.get('postVendorProducts'), useSession());
  const tab = useAddressTab(tabs);
  const list = useListAddress();
  const filters = tabs.find(({ value }) => value === tab)?.filters ?? [];
  const query = {
    ...list.query,
    sort: 'updatedAt:desc',
    ...(filters.length > 0 && { 'filters[]': filters }),
  };
  const products = useQuery({
    queryKey: ['getVendorProducts', query],
    queryFn: ({ signal }) => call('getVendorProducts', { query: query as never, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = products.data?.data ?? [];
  const selection = useSelection(rows.map(({ id }) => id));
  const approvals = useApprovalStates(rows);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>Products</Title>
        <Group gap="xs">
          <Button variant="default" component={Link} to="/vendor/product-imports">
            Imports
          </Button>
          {mayCreate && (
            <Button component={Link} to="/vendor/products/new" leftSection={<Icon name="plus" size={16} />}>
              New product
            </Button>
          )}
        </Group>
      </Group>
      <AddressTabs tabs={tabs} name="Which products" />
      <Group justify="space-between">
        <SearchField label="Search by title or SKU" list={list} />
        <BulkActs chosen={rows.filter(({ id }) => selection.has(id))} done={selection.clear} />
      </Group>
      {products.isLoadingError ? (
        <ErrorView error={products.error} retry={() => void products.refetch()} />
      ) : products.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={list.search ? 'No product matches' : 'No products here'}>
          {!list.search && mayCreate && (
            <>
              <Anchor component={Link} to="/vendor/products/new" size="sm">
                Add the first one
              </Anchor>{' '}
              or{' '}
              <Anchor component={Link} to="/vendor/product-imports" size="sm">
                import a file
              </Anchor>
              .
            </>
          )}
        </Nothing>
      ) : (
        <PickedTable
          label="Products"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ title }) => title}
          selection={selection}
          dimmed={products.isPlaceholderData}
          columns={columnsOf(currency, approvals)}
        />
      )}
      <Pages total={products.data?.metadata?.total} list={list} />
    </Stack>
  );
}

function columnsOf(currency: string, approvals: ReadonlyMap<string, string>) {
  return [
    {
      name: 'product',
      title: 'Product',
      cell: (product: ListedProduct) => (
        <Group gap="sm" wrap="nowrap">
          <Image
            src={pictureUrl(product.thumbnail)}
            fallbackSrc={noPicture}
            alt=""
            w={40}
            h={40}
            radius="sm"
            fit="cover"
          />
          <Anchor component={Link} to={`/vendor/products/${product.id}`} size="sm" fw={600} className="clip">
            {product.title}
          </Anchor>
        </Group>
      ),
    },
    {
      name: 'price',
      title: 'Price',
      right: true,
      cell: (product: ListedProduct) => (
        <Text size="sm" className="nowrap">
          {priceText(product, currency)}
        </Text>
      ),
    },
    {
      name: 'stock',
      title: 'Stock',
      right: true,
      cell: ({ totalInventory }: ListedProduct) => (
        <Text size="sm" c={totalInventory > 0 ? undefined : 'red'}>
          {number(totalInventory)}
        </Text>
      ),
    },
    {
      name: 'variants',
      title: 'Variants',
      right: true,
      cell: ({ variantCount }: ListedProduct) => <Text size="sm">{number(variantCount)}</Text>,
    },
    {
      name: 'state',
      title: 'State',
      cell: (product: ListedProduct) => (
        <>
          <Group gap={4}>
            <State text={saleState(product)} />
            {approvals.has(product.id) && <State text={approvals.get(product.id) ?? ''} />}
          </Group>
          {whyNot(product) && (
            <Text size="xs" c="dimmed" mt={2}>
              {whyNot(product)}
            </Text>
          )}
        </>
      ),
    },
  ];
}

/** A grey square. */
const noPicture =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="%23adb5bd" opacity=".35"/></svg>';

function priceText({ priceStart, priceEnd }: ListedProduct, currency: string): string {
  if (priceStart === null) return '–';
  const first = money(priceStart, currency);
  return priceEnd === null || priceEnd === priceStart ? first : `${first} – ${money(priceEnd, currency)}`;
}

/** Why shoppers cannot buy it; empty where they can. */
function whyNot({ status, visibility, variantCount, priceStart, totalInventory }: ListedProduct): string {
  if (status === 'draft') return 'Not published yet';
  if (status === 'archived') return 'Taken off sale';
  if (visibility === 'private') return 'Hidden from shoppers';
  if (variantCount === 0) return 'Has no variant';
  if (priceStart === null) return 'Has no price';
  if (totalInventory <= 0) return 'Out of stock';
  return '';
}

import { Anchor, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { Link } from 'react-router';
import { Nothing, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { PickedTable } from '../../generic/picked-table.js';
import { State } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

type Gap = RowOf<'getVendorGstGaps'>;

/** Variants whose invoices cannot state their tax, each with a link to the product that lacks it. */
export function Page() {
  const list = useListAddress();
  const gaps = useQuery({
    queryKey: ['getVendorGstGaps', list.query],
    queryFn: ({ signal }) => call('getVendorGstGaps', { query: list.query as never, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = gaps.data?.data ?? [];
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Tax codes to correct</Title>
        <Text size="sm" c="dimmed">
          Variants whose HSN code or GST rate is missing or wrong. They are sold all the same; a return needs
          both to be right.
        </Text>
      </div>
      <SearchField label="Search by product or SKU" list={list} />
      {gaps.isLoadingError ? (
        <ErrorView error={gaps.error} retry={() => void gaps.refetch()} />
      ) : gaps.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={list.search ? 'No variant matches' : 'Nothing is missing'}>
          {!list.search && 'Every variant has an HSN code of the list and a rate of GST.'}
        </Nothing>
      ) : (
        <PickedTable
          label="Variants"
          rows={rows}
          idOf={({ variantId }) => variantId}
          nameOf={({ productTitle }) => productTitle}
          dimmed={gaps.isPlaceholderData}
          columns={columns}
        />
      )}
      <Pages total={gaps.data?.metadata?.total} list={list} />
    </Stack>
  );
}

const columns = [
  {
    name: 'product',
    title: 'Product',
    cell: ({ productId, productTitle, sku }: Gap) => (
      <>
        <Anchor component={Link} to={`/vendor/products/${productId}`} size="sm" fw={600} className="clip">
          {productTitle}
        </Anchor>
        <Text size="xs" c="dimmed">
          {sku ?? 'Without an SKU'}
        </Text>
      </>
    ),
  },
  {
    name: 'hsn',
    title: 'HSN code',
    cell: ({ hsnCode }: Gap) => (hsnCode ? <Text size="sm">{hsnCode}</Text> : <State text="missing" />),
  },
  {
    name: 'reasons',
    title: 'What is wrong',
    cell: ({ reasons }: Gap) => (
      <Text size="sm">{reasons.map((reason) => gapReasons[reason]).join('; ')}</Text>
    ),
  },
];

const gapReasons: Record<Gap['reasons'][number], string> = {
  hsn_code_missing: 'The HSN code is missing',
  hsn_code_malformed: 'The HSN code has not 4, 6 or 8 digits',
  hsn_code_not_listed: 'The HSN code is not on the list of the GST network',
  gst_rate_missing: 'No rate is known: the tax list of the shop applies',
  gst_rate_not_listed: 'The rate is not one that a return takes',
};

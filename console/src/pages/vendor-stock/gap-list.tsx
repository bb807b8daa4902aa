import { Anchor, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Nothing, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { type PickedColumn, PickedTable } from '../../generic/picked-table.js';
import { callAny } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

interface GapRow {
  variantId: string;
  productId: string;
  productTitle: string;
  sku: string | null;
}

/** Variants that lack something, each with a link to its product. */
export function GapList<Row extends GapRow>({
  operation,
  title,
  text,
  whole,
  columns,
}: {
  operation: 'getVendorFeedGaps' | 'getVendorGstGaps';
  title: string;
  text: string;
  /** What is said where nothing is missing. */
  whole: string;
  /** Behind the product. */
  columns: readonly PickedColumn<Row>[];
}) {
  const list = useListAddress();
  const gaps = useQuery({
    queryKey: [operation, list.query],
    queryFn: ({ signal }) => callAny(operation, { query: list.query, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = (gaps.data?.data ?? []) as Row[];
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <SearchField label="Search by product or SKU" list={list} />
      {gaps.isLoadingError ? (
        <ErrorView error={gaps.error} retry={() => void gaps.refetch()} />
      ) : gaps.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={list.search ? 'No variant matches' : 'Nothing is missing'}>
          {!list.search && whole}
        </Nothing>
      ) : (
        <PickedTable
          label="Variants"
          rows={rows}
          idOf={({ variantId }) => variantId}
          nameOf={({ productTitle }) => productTitle}
          dimmed={gaps.isPlaceholderData}
          columns={[product, ...columns]}
        />
      )}
      <Pages total={gaps.data?.metadata?.['total'] as number | undefined} list={list} />
    </Stack>
  );
}

const product = {
  name: 'product',
  title: 'Product',
  cell: ({ productId, productTitle, sku }: GapRow) => (
    <>
      <Anchor component={Link} to={`/vendor/products/${productId}`} size="sm" fw={600} className="clip">
        {productTitle}
      </Anchor>
      <Text size="xs" c="dimmed">
        {sku ?? 'Without an SKU'}
      </Text>
    </>
  ),
};

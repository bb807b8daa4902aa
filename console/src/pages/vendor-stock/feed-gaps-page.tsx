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

type Gap = RowOf<'getVendorFeedGaps'>;

/** Variants that shopping feeds refuse or show less of, each with a link to its product. */
export function Page() {
  const list = useListAddress();
  const gaps = useQuery({
    queryKey: ['getVendorFeedGaps', list.query],
    queryFn: ({ signal }) => call('getVendorFeedGaps', { query: list.query as never, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = gaps.data?.data ?? [];
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Barcodes and pictures</Title>
        <Text size="sm" c="dimmed">
          Variants on sale that shopping services refuse, or find less often. Open a product to correct its
          barcode or add a larger picture.
        </Text>
      </div>
      <SearchField label="Search by product or SKU" list={list} />
      {gaps.isLoadingError ? (
        <ErrorView error={gaps.error} retry={() => void gaps.refetch()} />
      ) : gaps.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={list.search ? 'No variant matches' : 'Nothing is missing'}>
          {!list.search && 'Every variant has a valid barcode and a picture that is large enough.'}
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
    name: 'code',
    title: 'Barcode',
    cell: ({ code, identifierProblem }: Gap) => (
      <>
        {code && <Text size="sm">{code}</Text>}
        {identifierProblem && (
          <Text size="xs" c="dimmed">
            {problems[identifierProblem]}
          </Text>
        )}
      </>
    ),
  },
  {
    name: 'picture',
    title: 'Picture',
    cell: ({ smallPicture }: Gap) =>
      smallPicture ? <State text="too small" /> : <Text size="sm">Fine</Text>,
  },
];

const problems: Readonly<Record<NonNullable<Gap['identifierProblem']>, string>> = {
  missing: 'None entered: handmade goods have none, and need nothing.',
  wrong_form: 'Has not 8, 12, 13 or 14 digits.',
  wrong_check_digit: 'A digit is mistyped: the last one does not fit the others.',
  restricted_prefix: 'Is for use within one shop alone.',
};

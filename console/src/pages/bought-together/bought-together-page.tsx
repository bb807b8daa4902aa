import { Alert, Anchor, Card, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { Figure } from '../../generic/figure.js';
import { Nothing } from '../../generic/list-tools.js';
import { RowPicker } from '../../generic/row-picker.js';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { ago, number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

/** Which products are bought together, from how many orders, and when it was computed. */
export function Page() {
  const [search, setSearch] = useSearchParams();
  const productId = search.get('productId');
  const state = useQuery({
    queryKey: ['getAdminFbt'],
    queryFn: ({ signal }) => data('getAdminFbt', { signal }),
  });
  if (state.isLoadingError) return <ErrorView error={state.error} retry={() => void state.refetch()} />;
  if (state.isPending) return <PageLoader />;
  const { computedAt, orders, pairs, lastError, lastErrorAt } = state.data;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Bought together</Title>
          <Text size="sm" c="dimmed">
            Computed each night from the confirmed orders of the last 180 days.
          </Text>
        </div>
        <ActButton
          operation="postAdminFbtRefresh"
          label="Run now"
          text="All pairs are computed anew in the background; until then storefronts show the former ones."
          done="The computation is requested"
        />
      </Group>
      {lastError !== null && (
        <Alert color="red" variant="light" title="The latest computation failed">
          {lastError} {lastErrorAt && <Time instant={lastErrorAt} />}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Figure
          name="Computed"
          value={computedAt === null ? 'Never' : ago(computedAt)}
          note={computedAt && <Time instant={computedAt} />}
        />
        <Figure name="Orders counted" value={number(orders)} />
        <Figure name="Pairs" value={number(pairs)} />
      </SimpleGrid>
      <RowPicker
        kind="products"
        label="Pairs of a product"
        placeholder="All products; type to search"
        value={productId}
        onChange={(id) => setSearch(id === null ? {} : { productId: id })}
      />
      <Pairs productId={productId} />
    </Stack>
  );
}

function Pairs({ productId }: { productId: string | null }) {
  const query = { limit: 50, ...(productId && { productId }) };
  const pairs = useQuery({
    queryKey: ['getAdminFbtPairs', query],
    queryFn: ({ signal }) => data('getAdminFbtPairs', { query, signal }),
  });
  if (pairs.isLoadingError) return <ErrorView error={pairs.error} retry={() => void pairs.refetch()} />;
  if (pairs.isPending) return <PageLoader />;
  if (pairs.data.length === 0)
    return (
      <Nothing title="No pairs yet">
        A pair needs at least three orders with both products. Fewer say nothing.
      </Nothing>
    );
  return (
    <Card withBorder padding={0}>
      <div className="scroll" tabIndex={0} role="region" aria-label="Pairs">
        <Table className="table" horizontalSpacing="md" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Who buys</Table.Th>
              <Table.Th>Buys as well</Table.Th>
              <Table.Th ta="right">Orders with both</Table.Th>
              <Table.Th ta="right">How often</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pairs.data.map((pair) => (
              <Table.Tr key={`${pair.productId} ${pair.otherId}`}>
                <Table.Td>
                  <ProductLink id={pair.productId} title={pair.productTitle} />
                </Table.Td>
                <Table.Td>
                  <ProductLink id={pair.otherId} title={pair.otherTitle} />
                </Table.Td>
                <Table.Td ta="right">{number(pair.orders)}</Table.Td>
                <Table.Td ta="right" className="nowrap">
                  {(pair.confidence * 100).toFixed(1)} %
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}

const ProductLink = ({ id, title }: { id: string; title: string }) => (
  <Anchor component={Link} to={`/admin/products/${id}`} size="sm" className="clip">
    {title}
  </Anchor>
);

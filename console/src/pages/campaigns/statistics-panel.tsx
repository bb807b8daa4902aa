import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Figure } from '../../generic/figure.js';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label, money, number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { blockNames } from './block.js';
import { skippedFor } from './topic.js';

const MOVES = 10_000;

/** What came of a campaign: clicks by block, the orders behind them, and who wants no more. */
export function StatisticsPanel({ id, moves }: { id: string; moves: boolean }) {
  const { store } = useDeclarations();
  const statistics = useQuery({
    queryKey: ['getAdminCampaignsBroadcastsByIdStatistics', id],
    queryFn: ({ signal }) => data('getAdminCampaignsBroadcastsByIdStatistics', { path: { id }, signal }),
    refetchInterval: moves ? MOVES : false,
  });
  if (statistics.isLoadingError)
    return <ErrorView error={statistics.error} retry={() => void statistics.refetch()} />;
  if (statistics.isPending) return <PageLoader />;
  const {
    sent,
    clicks,
    clickers,
    orders,
    orderAmount,
    unsubscribed,
    complained,
    windowDays,
    links,
    skipped,
  } = statistics.data;
  const share = (count: number) =>
    sent === 0 ? undefined : `${((count / sent) * 100).toFixed(1)} % of those it was sent to`;
  return (
    <Panel title="Clicks and orders">
      <Stack>
        <SimpleGrid cols={{ base: 2, md: 3, lg: 6 }}>
          <Figure name="Clicks" value={number(clicks)} />
          <Figure name="Recipients who clicked" value={number(clickers)} note={share(clickers)} />
          <Figure name="Orders" value={number(orders)} />
          <Figure name="Amount of the orders" value={money(orderAmount, store.currency)} />
          <Figure name={label('unsubscribed')} value={number(unsubscribed)} note={share(unsubscribed)} />
          <Figure name="Spam reports" value={number(complained)} note={share(complained)} />
        </SimpleGrid>
        {skipped.length > 0 && (
          <Table aria-label="Skipped recipients" w="auto">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Skipped because</Table.Th>
                <Table.Th ta="end">Recipients</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {skipped.map(({ reason, count }) => (
                <Table.Tr key={reason}>
                  <Table.Td>{skippedFor(reason)}</Table.Td>
                  <Table.Td ta="end">{number(count)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {links.length === 0 ? (
          <Text size="sm" c="dimmed">
            This campaign has no links that are counted.
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={520}>
            <Table aria-label="Clicks by link">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Block</Table.Th>
                  <Table.Th>Link</Table.Th>
                  <Table.Th ta="end">Clicks</Table.Th>
                  <Table.Th ta="end">Recipients</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {links.map((link) => (
                  <Table.Tr key={`${link.block} ${link.url}`}>
                    <Table.Td>{`${link.block}: ${blockNames[link.blockType]}`}</Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{link.url}</Table.Td>
                    <Table.Td ta="end">{number(link.clicks)}</Table.Td>
                    <Table.Td ta="end">{number(link.clickers)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <Text size="sm" c="dimmed">
          An order counts for the campaign whose link its buyer opened last, within {number(windowDays)} days
          after that click. Programs that check links count as clicks; who opens a mail is not recorded.
        </Text>
      </Stack>
    </Panel>
  );
}

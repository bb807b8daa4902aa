import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type OperationId, pathOf } from 'haat-client';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { Forbidden } from '../../generic/forbidden.js';
import { callAny } from '../../lib/api.js';
import { useAttention } from '../../lib/attention.js';
import { useDeclarations, useShapes } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { Decision } from './decision.js';
import { type Queue, queues } from './queues.js';
import { useQueueCounts } from './queue-counts.js';

/** What waits for a decision, one after the other. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  const counts = useQueueCounts();
  const tabs = queues
    .filter(({ list }) => mayCall(declarations.get(list), session))
    .map((queue) => ({ ...queue, count: countText(counts[queue.value]) }));
  const value = useAddressTab(tabs);
  const queue = tabs.find((tab) => tab.value === value);
  if (tabs.length === 0)
    return <Forbidden permission={queues[0] && declarations.get(queues[0].list)?.permission} />;
  return (
    <Stack gap="md" maw={860}>
      <div>
        <Title order={1}>Queues</Title>
        <Text c="dimmed" size="sm">
          Somebody waits for each of these decisions, the longest first.
        </Text>
      </div>
      <AddressTabs tabs={tabs} name="Queues" />
      <Approvals />
      {queue && (
        <Anchor component={Link} to={allOf(queue)} size="sm">
          All, decided ones too
        </Anchor>
      )}
      {queue && <QueueView key={queue.value} queue={queue} />}
    </Stack>
  );
}

/** Products are decided on a page that has room for both sides. */
function Approvals() {
  const { waiting } = useAttention(true);
  const found = waiting.data?.kinds.find(({ kind }) => kind === 'productApprovals');
  if (!found?.count) return null;
  const count = `${found.count}${found.more ? '+' : ''}`;
  return (
    <Anchor component={Link} to="/admin/product-approvals" size="sm">
      {found.count === 1 ? '1 product waits for an approval' : `${count} products wait for an approval`}
    </Anchor>
  );
}

/** The list of every state, which has search and filters. */
const allOf = ({ list, params }: Queue) => pathOf(list as OperationId, params).toString();

const countText = (count: number | undefined) =>
  count === undefined ? undefined : count > 1000 ? '1,000+' : String(count);

function QueueView({ queue }: { queue: Queue }) {
  const operation = useDeclarations().get(queue.list);
  const shapes = useShapes(operation?.slug);
  const sort = operation?.list?.sort;
  const query = { ...queue.query, limit: 10, ...(sort?.length === 1 && { [sort[0]]: 'createdAt:asc' }) };
  const waiting = useQuery({
    queryKey: [queue.list, queue.params, query],
    queryFn: ({ signal }) => callAny(queue.list, { path: queue.params, query, signal }),
    placeholderData: keepPreviousData,
  });
  if (waiting.isLoadingError) return <ErrorView error={waiting.error} retry={() => void waiting.refetch()} />;
  if (waiting.isPending || !shapes) return <PageLoader />;
  const rows = waiting.data.data as Record<string, unknown>[];
  if (rows.length === 0)
    return (
      <Group justify="center" py="xl">
        <Text c="dimmed" size="sm">
          {queue.empty}
        </Text>
      </Group>
    );
  return (
    <Stack gap="md">
      {rows.map((row) => (
        <Decision key={String(row['id'])} queue={queue} row={row} shapes={shapes} />
      ))}
    </Stack>
  );
}

import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../generic/panel.js';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';
import { nameOf, type Topic, usualTopics, useTopics } from './topic.js';
import { TopicDialog } from './topic-dialog.js';

const DAYS = 90;

/** What campaigns are about, and how each topic does: clicks, unsubscribes, complaints. */
export function TopicsPanel() {
  const topics = useTopics();
  const statistics = useQuery({
    queryKey: ['getAdminCampaignsTopicsStatistics', DAYS],
    queryFn: ({ signal }) => data('getAdminCampaignsTopicsStatistics', { query: { days: DAYS }, signal }),
  });
  const [edited, setEdited] = useState<Topic | 'new' | null>(null);
  const may = mayCall(useDeclarations().get('postAdminCampaignsTopics'), useSession());
  if (topics.isLoadingError) return <ErrorView error={topics.error} retry={() => void topics.refetch()} />;
  if (topics.isPending) return <PageLoader />;
  const rows = topics.data;
  return (
    <>
      <Panel
        title="Topics"
        flush={rows.length > 0}
        actions={
          may && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => setEdited('new')}
            >
              New topic
            </Button>
          )
        }
      >
        {rows.length === 0 ? (
          <Begin may={may} />
        ) : (
          <Table.ScrollContainer minWidth={760}>
            <Table aria-label="Topics" highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Topic</Table.Th>
                  {['Campaigns', 'Sent', 'Clicks', 'Unsubscribed', 'Spam reports', 'Skipped'].map((name) => (
                    <Table.Th key={name} ta="end">
                      {name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((topic) => (
                  <TopicRow
                    key={topic.id}
                    topic={topic}
                    figures={statistics.data?.find(({ topicId }) => topicId === topic.id)}
                    edit={() => setEdited(topic)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Panel>
      {statistics.error && <ErrorView error={statistics.error} />}
      {rows.length > 0 && (
        <Text size="sm" c="dimmed">
          Campaigns of the last {DAYS} days. Mails about orders and accounts belong to no topic: they are
          always sent. Who unsubscribes by a mail leaves its topic and keeps the others.
        </Text>
      )}
      {edited !== null && (
        <TopicDialog topic={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      )}
    </>
  );
}

type Figures = {
  broadcasts: number;
  sent: number;
  clicks: number;
  unsubscribed: number;
  complained: number;
  skipped: number;
};
const NONE: Figures = { broadcasts: 0, sent: 0, clicks: 0, unsubscribed: 0, complained: 0, skipped: 0 };

function TopicRow({
  topic,
  figures = NONE,
  edit,
}: {
  topic: Topic;
  figures: Figures | undefined;
  edit: () => void;
}) {
  const { broadcasts, sent, clicks, unsubscribed, complained, skipped } = figures;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Button variant="transparent" p={0} h="auto" onClick={edit}>
            {nameOf(topic)}
          </Button>
          {topic.optIn && (
            <Badge variant="light" color="blue" tt="none">
              Opt-in
            </Badge>
          )}
          {topic.archivedAt && (
            <Badge variant="light" color="gray" tt="none">
              Archived
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {topic.optIn
            ? `${number(topic.subscribed)} subscribed`
            : `everyone but ${number(topic.unsubscribed)} who unsubscribed`}
        </Text>
      </Table.Td>
      {[broadcasts, sent, clicks, unsubscribed, complained, skipped].map((figure, index) => (
        <Table.Td key={index} ta="end">
          {number(figure)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Before there are topics, who unsubscribes does so from everything. */
function Begin({ may }: { may: boolean }) {
  const { act, busy, error } = useAct();
  return (
    <Stack align="flex-start">
      <Text size="sm">
        Without topics, who unsubscribes from one campaign gets none any more. With them, customers leave what
        they do not want and keep the rest. Once there is one, each campaign names its topic.
      </Text>
      {may && (
        <Button
          loading={busy}
          onClick={() =>
            void act(async () => {
              for (const body of usualTopics) await call('postAdminCampaignsTopics', { body });
            }, 'The topics are created')
          }
        >
          Begin with Offers, News and New sellers
        </Button>
      )}
      {error !== null && <ErrorView error={error} />}
    </Stack>
  );
}

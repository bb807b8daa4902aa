import { Alert, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Figure } from '../../generic/figure.js';
import { Panel } from '../../generic/panel.js';
import { EntityLink, State, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { label, number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { SentMail } from './sent-mail.js';
import { StatisticsPanel } from './statistics-panel.js';
import { nameOf, useTopics } from './topic.js';

type Broadcast = DataOf<'getAdminCampaignsBroadcastsById'>;

const MOVES = 3_000;

/** A campaign on its way: how far it is by state, and pausing, going on, cancelling. */
export function Page() {
  const { id = '' } = useParams();
  const broadcast = useQuery({
    queryKey: ['getAdminCampaignsBroadcastsById', id],
    queryFn: ({ signal }) => data('getAdminCampaignsBroadcastsById', { path: { id }, signal }),
    // While it is sent the counters move.
    refetchInterval: ({ state }) => (/^(sending|scheduled)$/.test(state.data?.status ?? '') ? MOVES : false),
  });
  if (broadcast.isLoadingError)
    return <ErrorView error={broadcast.error} retry={() => void broadcast.refetch()} />;
  if (broadcast.isPending) return <PageLoader />;
  const { subject, status, reason, scheduleFor, startedAt, finishedAt, templateId, topicId } = broadcast.data;
  return (
    <Stack gap="md">
      <BackLink to="/admin/campaigns/broadcasts" text="Campaigns" />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>{subject}</Title>
          <State text={status} />
        </Group>
        <Acts broadcast={broadcast.data} />
      </Group>
      {reason && (
        <Alert color="orange" variant="light" title={label(status)}>
          {reason}
        </Alert>
      )}
      <ProgressPanel broadcast={broadcast.data} />
      {startedAt && <StatisticsPanel id={id} moves={status === 'sending'} />}
      <Panel title="Course">
        <Text size="sm" component="div">
          {scheduleFor && (
            <div>
              Planned for <Time instant={scheduleFor} />
            </div>
          )}
          {startedAt && (
            <div>
              Started <Time instant={startedAt} />
            </div>
          )}
          {finishedAt && (
            <div>
              Ended <Time instant={finishedAt} />
            </div>
          )}
          {topicId && <Topic id={topicId} />}
          {templateId && (
            <div>
              Made of the template <EntityLink entity="campaignTemplate" id={templateId} />
            </div>
          )}
        </Text>
      </Panel>
      <SentMail id={id} isSent={startedAt !== null} />
      <Title order={2}>Recipients</Title>
      <EmbeddedList
        operation="getAdminCampaignsBroadcastsByIdRecipients"
        params={{ id }}
        columns={['address', 'state', 'reason', 'deliveryStatus', 'sentAt', 'unsubscribedAt']}
      />
    </Stack>
  );
}

function Topic({ id }: { id: string }) {
  const topic = useTopics().data?.find((item) => item.id === id);
  return topic ? <div>About {nameOf(topic)}</div> : null;
}

function Acts({ broadcast: { id, status, counters } }: { broadcast: Broadcast }) {
  const path = { id };
  const again = counters.failed + counters.unclear > 0 && (status === 'sent' || status === 'paused');
  return (
    <Group gap="xs">
      {/^(scheduled|sending)$/.test(status) && (
        <ActButton
          operation="postAdminCampaignsBroadcastsByIdPause"
          path={path}
          label="Pause"
          text={
            status === 'sending'
              ? 'Nobody is written to after the batch in hand, until it is resumed.'
              : 'It is not sent when its time comes, until it is resumed.'
          }
          done="The campaign is paused"
        />
      )}
      {status === 'paused' && (
        <ActButton
          operation="postAdminCampaignsBroadcastsByIdResume"
          path={path}
          label="Resume"
          text={`It goes on with the ${number(counters.queued)} who were not written to yet.`}
          done="The campaign goes on"
          variant="filled"
        />
      )}
      {/^(scheduled|sending|paused)$/.test(status) && (
        <ActButton
          operation="postAdminCampaignsBroadcastsByIdCancel"
          path={path}
          label="Cancel the campaign"
          text="Who was not written to yet gets nothing. This cannot be undone."
          done="The campaign is cancelled"
          danger
        />
      )}
      {again && (
        <ActButton
          operation="postAdminCampaignsBroadcastsByIdResend"
          path={path}
          label="Send again"
          text="To recipients who failed, are unclear, or both. An unclear mail may have arrived: they can get it twice."
          initial={{ failed: counters.failed > 0, unclear: false }}
          done="A further round is opened"
        />
      )}
    </Group>
  );
}

const parts = [
  { name: 'sent', color: 'teal' },
  { name: 'sending', color: 'blue' },
  { name: 'failed', color: 'red' },
  { name: 'unclear', color: 'yellow' },
  { name: 'suppressed', color: 'gray' },
] as const;

function ProgressPanel({ broadcast: { counters, recipientCount } }: { broadcast: Broadcast }) {
  const total = Math.max(1, recipientCount);
  return (
    <Panel title="Progress">
      <Stack>
        <Progress.Root size={14} aria-label="Progress by state">
          {parts.map(({ name, color }) => (
            <Progress.Section
              key={name}
              value={(counters[name] / total) * 100}
              color={color}
              aria-label={`${label(name)}: ${counters[name]} of ${recipientCount}`}
            />
          ))}
        </Progress.Root>
        <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }}>
          <Figure name="Recipients" value={number(recipientCount)} />
          {(
            [
              'queued',
              'sent',
              'failed',
              'unclear',
              'suppressed',
              'delivered',
              'bounced',
              'complained',
              'unsubscribed',
            ] as (keyof typeof counters)[]
          ).map((name) => (
            <Figure key={name} name={label(name)} value={number(counters[name])} />
          ))}
        </SimpleGrid>
      </Stack>
    </Panel>
  );
}

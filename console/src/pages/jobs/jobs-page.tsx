import { Anchor, Button, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { isEngineAway } from '../../lib/engine.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { Schedules } from './schedules.js';
import { JobCard } from './job-cards.js';
import { ParkedDeliveries } from './parked-deliveries.js';

const tabs: Record<string, string[]> = {
  attention: ['status:in:failed,timed_out,terminated'],
  refused: ['outcome:eq:refused'],
  running: ['status:eq:running'],
  ended: ['status:in:completed,cancelled'],
  deliveries: [],
};

/** What runs, what waits, what failed and why, and what to do about it. */
export function Page() {
  const [search, setSearch] = useSearchParams();
  const session = useSession();
  const schedules = useDeclarations().get('getAdminSchedules');
  const tab = search.get('tab') ?? 'attention';
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Jobs</Title>
        <Text c="dimmed" size="sm">
          Everything that goes on after a request has been answered.
        </Text>
      </div>
      <SegmentedControl
        aria-label="Which jobs"
        data={[
          { value: 'attention', label: 'Failed' },
          { value: 'refused', label: 'Refused' },
          { value: 'running', label: 'Running and waiting' },
          { value: 'ended', label: 'Ended' },
          { value: 'deliveries', label: 'Parked deliveries' },
          ...(mayCall(schedules, session) ? [{ value: 'schedules', label: 'Schedules' }] : []),
        ]}
        value={tab}
        onChange={(value) => setSearch(value === 'attention' ? {} : { tab: value })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <EngineLinks />
      {tab === 'attention' && (
        <Group>
          <ActButton
            operation="postAdminJobsRetryFailed"
            label="Retry failed documents"
            done="They are requested again"
          />
        </Group>
      )}
      {tab === 'schedules' ? (
        <Schedules />
      ) : tab === 'deliveries' ? (
        <ParkedDeliveries />
      ) : (
        <JobList filters={tabs[tab] ?? []} tab={tab} />
      )}
    </Stack>
  );
}

/** Lists of the engine's web UI, which shows every step of a run. */
function EngineLinks() {
  const { engine } = useDeclarations().store;
  if (!engine) return null;
  const today = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  const lists = `${engine.url.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(engine.namespace)}/workflows`;
  return (
    <Group gap="md" component="nav" aria-label="In the engine’s web UI">
      <Text size="sm" c="dimmed">
        In the engine
      </Text>
      {engine.views.map(({ label, query }) => (
        <Anchor
          key={label}
          size="sm"
          target="_blank"
          rel="noreferrer"
          href={`${lists}?query=${encodeURIComponent(query.replace('{today}', today))}`}
        >
          {label}
        </Anchor>
      ))}
    </Group>
  );
}

function JobList({ filters, tab }: { filters: string[]; tab: string }) {
  const [search, setSearch] = useSearchParams();
  const cursor = search.get('cursor') ?? undefined;
  const query = { 'filters[]': filters, limit: 25, ...(cursor && { cursor }) };
  const jobs = useQuery({
    queryKey: ['getAdminJobs', query],
    queryFn: ({ signal }) => call('getAdminJobs', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  // The banner above the page says it: nothing is known of jobs then, and everything else goes on.
  if (isEngineAway(jobs.error))
    return <Text size="sm">Jobs are shown again as soon as the engine is back.</Text>;
  if (jobs.isLoadingError) return <ErrorView error={jobs.error} retry={() => void jobs.refetch()} />;
  if (jobs.isPending) return <PageLoader />;
  const { data, metadata } = jobs.data;
  const move = (next: string | null) =>
    setSearch({ ...(tab !== 'attention' && { tab }), ...(next && { cursor: next }) });
  if (data.length === 0) return <NoJobs tab={tab} />;
  return (
    <Stack gap="xs">
      {data.map((job) => (
        <JobCard key={job.runId} job={job} />
      ))}
      <Group justify="flex-end">
        {cursor && (
          <Button variant="default" size="sm" onClick={() => move(null)}>
            First page
          </Button>
        )}
        {metadata.nextCursor && (
          <Button variant="default" size="sm" onClick={() => move(metadata.nextCursor)}>
            Next page
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function NoJobs({ tab }: { tab: string }) {
  const texts: Record<string, [string, string]> = {
    attention: [
      'Nothing has failed',
      'A job that fails appears here, with its reason and what to do about it.',
    ],
    refused: [
      'Nothing was refused',
      'What a carrier or a payment provider refuses appears here, with its reason.',
    ],
  };
  const [title, text] = texts[tab] ?? [
    'Nothing here',
    'Jobs appear as soon as something waits, renders or is retried.',
  ];
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap={4} py="lg">
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" ta="center">
          {text}
        </Text>
      </Stack>
    </Card>
  );
}

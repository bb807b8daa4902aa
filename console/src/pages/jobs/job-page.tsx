import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { Link, useParams, useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { Detail } from '../../generic/panel.js';
import { EntityLink, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { ago, label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { jobState } from './job-state.js';

type Job = DataOf<'getAdminJobsByWorkflowId'>;

/** A job: where it is, why, and what next. */
export function Page() {
  const { workflowId = '' } = useParams();
  const [search] = useSearchParams();
  const runId = search.get('run') ?? undefined;
  const job = useQuery({
    queryKey: ['getAdminJobsByWorkflowId', workflowId, runId],
    queryFn: ({ signal }) =>
      data('getAdminJobsByWorkflowId', { path: { workflowId }, query: { runId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 3_000 : false),
  });
  if (job.isLoadingError) return <ErrorView error={job.error} retry={() => void job.refetch()} />;
  if (job.isPending) return <PageLoader />;
  return <JobView job={job.data} />;
}

function JobView({ job }: { job: Job }) {
  return (
    <Stack gap="md">
      <BackLink to="/jobs" text="Jobs" />
      <Group justify="space-between" align="flex-start">
        <Group gap="sm">
          <Title order={1}>{label(job.type)}</Title>
          {jobState(job)}
        </Group>
        <Group gap="xs">
          {job.url && (
            <Button component="a" href={job.url} target="_blank" rel="noreferrer" variant="default" size="sm">
              Open in the engine
            </Button>
          )}
          {job.retry && (
            <ActButton
              operation="postAdminJobsByWorkflowIdRetry"
              path={{ workflowId: job.workflowId }}
              label="Retry"
              variant="filled"
              text={job.remedy ?? 'It is started again.'}
              done="It is started again"
            />
          )}
          {job.status === 'running' && !job.cancelRequested && (
            <ActButton
              operation="postAdminJobsByWorkflowIdCancel"
              path={{ workflowId: job.workflowId }}
              label="Cancel the job"
              danger
              done="The job ends at its next step"
            />
          )}
        </Group>
      </Group>
      {job.reason && (
        <Alert color={job.status === 'running' ? 'yellow' : 'red'} title={whyTitle(job)}>
          <Text size="sm">{job.reason}</Text>
          {job.remedy && (
            <Text size="sm" fw={600} mt="xs">
              {job.remedy}
            </Text>
          )}
        </Alert>
      )}
      <Card withBorder padding="lg">
        <dl className="details">
          {job.step && <Detail name="Now">{job.step}</Detail>}
          {job.summary && <Detail name="About">{job.summary}</Detail>}
          {job.entities.orderId && (
            <Detail name="Order">
              <EntityLink
                entity="order"
                id={job.entities.orderId}
                text={job.entities.orderNumber ?? undefined}
              />
            </Detail>
          )}
          {job.entities.vendorId && (
            <Detail name="Vendor">
              <EntityLink entity="vendor" id={job.entities.vendorId} />
            </Detail>
          )}
          {job.entities.productId && (
            <Detail name="Product">
              <EntityLink entity="product" id={job.entities.productId} />
            </Detail>
          )}
          <Detail name="Started">
            <Time instant={job.startedAt} />
          </Detail>
          {job.closedAt && (
            <Detail name="Ended">
              <Time instant={job.closedAt} />
            </Detail>
          )}
          {job.nextTimerAt && (
            <Detail name="Waits until">
              <Time instant={job.nextTimerAt} />
            </Detail>
          )}
          <Detail name="Job">
            <Text span size="sm" ff="monospace">
              {job.workflowId}
            </Text>
          </Detail>
          {job.parent && (
            <Detail name="Started by">
              <Anchor component={Link} size="sm" to={`/jobs/${encodeURIComponent(job.parent.workflowId)}`}>
                {job.parent.workflowId}
              </Anchor>
            </Detail>
          )}
        </dl>
      </Card>
      {job.failingTaskAttempts > 0 && (
        <Alert color="red" title="The run is stuck">
          Its workflow task has failed {job.failingTaskAttempts} times in a row: this needs a developer.
        </Alert>
      )}
      <Steps job={job} />
    </Stack>
  );
}

function whyTitle({ status, outcome }: Job): string {
  if (status === 'running') return 'Why it waits';
  return outcome === 'refused' || outcome === 'cancelled' ? `Why it was ${outcome}` : 'Why it failed';
}

/** What is under way: attempt n of m, why the last one failed, when the next one is. */
function Steps({ job: { pendingActivities } }: { job: Job }) {
  if (pendingActivities.length === 0) return null;
  return (
    <section>
      <Title order={2} mb="xs">
        Steps under way
      </Title>
      <Stack gap="xs">
        {pendingActivities.map((step, index) => (
          <Card key={index} withBorder padding="md">
            <Group justify="space-between">
              <Text fw={600} size="sm">
                {label(step.type)}
              </Text>
              <Text size="sm" c="dimmed">
                {label(step.state)}, attempt {step.attempt}
                {step.maximumAttempts !== null && ` of ${step.maximumAttempts}`}
                {step.nextAttemptAt && `, next ${ago(step.nextAttemptAt)}`}
              </Text>
            </Group>
            {step.lastFailure && (
              <Text size="sm" mt={6} c="red">
                {step.lastFailure}
              </Text>
            )}
          </Card>
        ))}
      </Stack>
    </section>
  );
}

import type { ReactNode } from 'react';
import { Alert, Anchor, Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { OperationForm } from '../../generic/operation-form.js';
import { EntityLink, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations, useShapes } from '../../lib/declarations.js';
import { ago, label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
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
  const [cancelling, setCancelling] = useState(false);
  const cancel = useDeclarations().get('postAdminJobsByWorkflowIdCancel');
  const session = useSession();
  const mayCancel = cancel && job.status === 'running' && !job.cancelRequested && mayCall(cancel, session);
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
          {mayCancel && (
            <Button size="sm" variant="light" color="red" onClick={() => setCancelling(true)}>
              Cancel
            </Button>
          )}
        </Group>
      </Group>
      {job.reason && (
        <Alert
          color={job.status === 'running' ? 'yellow' : 'red'}
          title={job.status === 'running' ? 'Why it waits' : 'Why it failed'}
        >
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
          {job.step && <Detail name="Now" value={<Text size="sm">{job.step}</Text>} />}
          {job.summary && <Detail name="About" value={<Text size="sm">{job.summary}</Text>} />}
          {job.entities.orderId && (
            <Detail
              name="Order"
              value={
                <Group gap="xs">
                  <Text size="sm">{job.entities.orderNumber}</Text>
                  <EntityLink entity="order" id={job.entities.orderId} />
                </Group>
              }
            />
          )}
          {job.entities.vendorId && (
            <Detail name="Vendor" value={<EntityLink entity="vendor" id={job.entities.vendorId} />} />
          )}
          {job.entities.productId && (
            <Detail name="Product" value={<EntityLink entity="product" id={job.entities.productId} />} />
          )}
          <Detail name="Started" value={<Time instant={job.startedAt} />} />
          {job.closedAt && <Detail name="Ended" value={<Time instant={job.closedAt} />} />}
          {job.nextTimerAt && <Detail name="Waits until" value={<Time instant={job.nextTimerAt} />} />}
          <Detail
            name="Job"
            value={
              <Text size="sm" ff="monospace">
                {job.workflowId}
              </Text>
            }
          />
          {job.parent && (
            <Detail
              name="Started by"
              value={
                <Anchor size="sm" href={`/console/jobs/${encodeURIComponent(job.parent.workflowId)}`}>
                  {job.parent.workflowId}
                </Anchor>
              }
            />
          )}
        </dl>
      </Card>
      {job.failingTaskAttempts > 0 && (
        <Alert color="red" title="The run is stuck">
          Its workflow task has failed {job.failingTaskAttempts} times in a row: this needs a developer.
        </Alert>
      )}
      <Steps job={job} />
      {cancelling && cancel && <CancelDialog job={job} close={() => setCancelling(false)} />}
    </Stack>
  );
}

function Detail({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
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

function CancelDialog({ job, close }: { job: Job; close: () => void }) {
  const operation = useDeclarations().get('postAdminJobsByWorkflowIdCancel');
  const shapes = useShapes('jobs');
  const queries = useQueryClient();
  if (!operation || !shapes) return null;
  return (
    <Modal opened onClose={close} title="Cancel this job">
      <Stack>
        <Text size="sm" c="dimmed">
          {shapes.operations[operation.id]?.description}
        </Text>
        <OperationForm
          operation={operation}
          path={{ workflowId: job.workflowId }}
          shapes={shapes}
          submitLabel="Cancel the job"
          onCancel={close}
          onDone={() => {
            close();
            notifications.show({ color: 'teal', message: 'The job ends at its next step' });
            void queries.invalidateQueries({ queryKey: ['getAdminJobsByWorkflowId'] });
          }}
        />
      </Stack>
    </Modal>
  );
}

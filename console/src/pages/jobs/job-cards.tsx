import { Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { Link } from 'react-router';
import { call } from '../../lib/api.js';
import { ago, label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { jobState } from './job-state.js';

/** The jobs about a thing, on its page. */
export function JobCards({ filters, empty }: { filters: string[]; empty: string }) {
  const query = { 'filters[]': filters, limit: 20 };
  const jobs = useQuery({
    queryKey: ['getAdminJobs', query],
    queryFn: ({ signal }) => call('getAdminJobs', { query, signal }),
  });
  if (jobs.isLoadingError) return <ErrorView error={jobs.error} retry={() => void jobs.refetch()} />;
  if (jobs.isPending) return <PageLoader />;
  if (jobs.data.data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Stack gap="xs">
      {jobs.data.data.map((job) => (
        <JobCard key={job.runId} job={job} />
      ))}
    </Stack>
  );
}

export function JobCard({ job }: { job: RowOf<'getAdminJobs'> }) {
  return (
    <Card
      withBorder
      padding="md"
      component={Link}
      to={`/jobs/${encodeURIComponent(job.workflowId)}?run=${job.runId}`}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600}>{label(job.type)}</Text>
            {jobState(job)}
          </Group>
          {job.entities.orderNumber && <Text size="sm">Order {job.entities.orderNumber}</Text>}
          {job.reason && (
            <Text size="sm" mt={4} className="clip" style={{ maxWidth: '80ch' }}>
              {job.reason}
            </Text>
          )}
          {job.remedy && (
            <Text size="sm" c="dimmed" mt={2} style={{ maxWidth: '80ch' }}>
              {job.remedy}
            </Text>
          )}
        </div>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {ago(job.closedAt ?? job.startedAt)}
        </Text>
      </Group>
    </Card>
  );
}

import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { Link } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { State, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { isEngineAway } from '../../lib/engine.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

type Schedule = RowOf<'getAdminSchedules'>;

/** What runs by the clock: what it is for, when it ran and runs next, and whether somebody paused it. */
export function Schedules() {
  const schedules = useQuery({
    queryKey: ['getAdminSchedules'],
    queryFn: ({ signal }) => data('getAdminSchedules', { signal }),
    refetchInterval: 30_000,
  });
  if (isEngineAway(schedules.error))
    return <Text size="sm">Schedules are shown again as soon as the engine is back.</Text>;
  if (schedules.isLoadingError)
    return <ErrorView error={schedules.error} retry={() => void schedules.refetch()} />;
  if (schedules.isPending) return <PageLoader />;
  return (
    <Stack gap="xs">
      {schedules.data.map((schedule) => (
        <ScheduleCard key={schedule.id} schedule={schedule} />
      ))}
    </Stack>
  );
}

function ScheduleCard({ schedule }: { schedule: Schedule }) {
  const { id, note, words, state, lastRun, nextAt, pauseReason, pausedBy } = schedule;
  const path = { id };
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Group gap="xs">
            <Text fw={600} size="sm">
              {note}
            </Text>
            {state !== 'active' && <State text={state} />}
          </Group>
          <Text size="sm" c="dimmed">
            {words}
          </Text>
          <Text size="sm" component="div">
            {lastRun ? (
              <>
                Last run <Time instant={lastRun.startedAt} />,{' '}
                <Anchor
                  component={Link}
                  size="sm"
                  to={`/jobs/${encodeURIComponent(lastRun.workflowId)}?run=${lastRun.runId}`}
                >
                  {lastRun.status}
                </Anchor>
              </>
            ) : (
              'It has not run yet'
            )}
            {state === 'active' && nextAt && (
              <>
                ; next <Time instant={nextAt} />
              </>
            )}
          </Text>
          {state === 'paused' && (
            <Text size="sm" c="orange">
              Paused{pausedBy && ` by ${pausedBy}`}
              {pauseReason && `: ${pauseReason}`}
            </Text>
          )}
        </div>
        <Group gap="xs">
          <ActButton
            operation="postAdminSchedulesByIdRun"
            path={path}
            label="Run now"
            text={`${note}: it starts now, unless a run is under way.`}
            done="It has been started"
          />
          {state === 'paused' ? (
            <ActButton
              operation="postAdminSchedulesByIdResume"
              path={path}
              label="Resume"
              text="It runs again at its next time. What it missed is not made up for."
              done="The schedule is resumed"
            />
          ) : (
            <ActButton
              operation="postAdminSchedulesByIdPause"
              path={path}
              label="Pause"
              danger
              text={`${note}: it starts no runs until somebody resumes it, also after a deploy.`}
              done="The schedule is paused"
            />
          )}
        </Group>
      </Group>
    </Card>
  );
}

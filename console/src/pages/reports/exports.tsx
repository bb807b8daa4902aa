import { Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pathOf, type RowOf } from 'haat-client';
import { useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { dayOf, label, number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { useReportSide } from './report-side.js';

type Export = RowOf<'getAdminReportExports'>;
const open = ({ status }: Export) => status === 'pending' || status === 'processing';

/** Exports, the newest first, live while one is being written. */
export function Exports() {
  const [search] = useSearchParams();
  const side = useReportSide();
  const status = search.get('status') as Export['status'] | null;
  const exports = useQuery({
    queryKey: [side.exports, status],
    queryFn: ({ signal }) => call(side.exports, { query: { limit: 50, ...(status && { status }) }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(open) ? 1_500 : false),
  });
  if (exports.isLoadingError) return <ErrorView error={exports.error} retry={() => void exports.refetch()} />;
  if (exports.isPending) return <PageLoader />;
  if (exports.data.data.length === 0)
    return (
      <Text size="sm" c="dimmed" ta="center" py="xl">
        {status ? `No export is ${status}.` : 'No file was made yet. A report has buttons that make one.'}
      </Text>
    );
  return (
    <Stack gap="xs">
      {exports.data.data.map((item) => (
        <ExportCard key={item.id} item={item} />
      ))}
    </Stack>
  );
}

function ExportCard({ item }: { item: Export }) {
  const session = useSession();
  const declarations = useDeclarations();
  const side = useReportSide();
  const { store } = declarations;
  const download = declarations.get(side.download);
  const path = { id: item.id };
  const { done, total } = item.progress;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {item.fileName || `${label(item.reportKey)} as ${item.format.toUpperCase()}`}
            </Text>
            <State text={item.status} />
          </Group>
          <Text size="sm" c="dimmed">
            {dayOf(item.params.from, store)} to {dayOf(Date.parse(item.params.to) - 1, store)} ·{' '}
            {number(item.rowCount)} rows
            {item.fileSize > 0 && ` · ${number(Math.ceil(item.fileSize / 1024))} kB`} · requested{' '}
            <Time instant={item.createdAt} />
          </Text>
          {item.truncated && (
            <Text size="sm" c="orange">
              The span has more rows than a file may have: export shorter spans.
            </Text>
          )}
          {item.error && (
            <Text size="sm" c="red">
              {item.error}
            </Text>
          )}
          {item.expiresAt && item.status === 'ready' && (
            <Text size="xs" c="dimmed">
              Kept until <Time instant={item.expiresAt} />
            </Text>
          )}
        </div>
        <Group gap="xs">
          {item.status === 'ready' && mayCall(download, session) && (
            <Button size="sm" component="a" href={pathOf(side.download, path)}>
              Download
            </Button>
          )}
          {open(item) && (
            <ActButton
              operation={side.cancel}
              path={path}
              label="Cancel"
              danger
              text="The file is not finished, and what is written of it is removed."
              done="The export is cancelled"
            />
          )}
          {side.retry && (item.status === 'failed' || item.status === 'expired') && (
            <ActButton
              operation={side.retry}
              path={path}
              label="Retry"
              text="It is written again from the beginning."
              done="The export has begun again"
            />
          )}
        </Group>
      </Group>
      {open(item) && (
        <Progress
          mt="sm"
          size="sm"
          animated
          aria-label="Progress"
          value={total ? Math.min(100, (done / total) * 100) : 100}
        />
      )}
    </Card>
  );
}

import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { useNavigate } from 'react-router';
import { State, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useRefreshSession, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { ApplicationForm } from './application-form.js';

type Application = RowOf<'getStoreVendorApplicationsMine'>;

/** For somebody who does not sell yet: the application and how it stands; and the shops that somebody works for. */
export function Page() {
  const queries = useQueryClient();
  const mine = useQuery({
    queryKey: ['getStoreVendorApplicationsMine'],
    queryFn: ({ signal }) => data('getStoreVendorApplicationsMine', { signal }),
    // An approval shows without a reload.
    refetchInterval: 15_000,
  });
  if (mine.isLoadingError) return <ErrorView error={mine.error} retry={() => void mine.refetch()} />;
  if (mine.isPending) return <PageLoader />;
  const waits = mine.data.some(({ status }) => status === 'pending');
  const again = () => void queries.invalidateQueries({ queryKey: ['getStoreVendorApplicationsMine'] });
  return (
    <Stack gap="lg" maw={720} mx="auto">
      <Shops approved={mine.data.filter(({ status }) => status === 'approved')} />
      {mine.data
        .filter(({ status }) => status !== 'approved')
        .map((application) => (
          <ApplicationCard key={application.id} application={application} />
        ))}
      {!waits && (
        <>
          <div>
            <Title order={1}>Apply to sell</Title>
            <Text c="dimmed" size="sm">
              We look at every application by hand. You can change all of this later.
            </Text>
          </div>
          <Card withBorder padding="lg">
            <ApplicationForm onDone={again} />
          </Card>
        </>
      )}
    </Stack>
  );
}

/** The shops that the account works for; a click opens one. */
function Shops({ approved }: { approved: readonly Application[] }) {
  const { me } = useSession();
  const refresh = useRefreshSession();
  const navigate = useNavigate();
  const fresh = approved.some(({ vendorId }) => !me.vendors.some(({ id }) => id === vendorId));
  async function openShop(vendorId: string): Promise<void> {
    await data('putMeActiveVendor', { body: { vendorId } });
    await refresh();
    await navigate('/vendor');
  }
  if (me.vendors.length === 0 && !fresh) return null;
  return (
    <>
      {fresh && (
        <Alert color="teal" title="Your application is approved" role="status">
          <Button size="compact-sm" onClick={() => void refresh()}>
            Show the shop
          </Button>
        </Alert>
      )}
      {me.vendors.map((vendor) => (
        <Card key={vendor.id} withBorder padding="lg">
          <Group justify="space-between">
            <div>
              <Text fw={650}>{vendor.displayName}</Text>
              {vendor.status === 'suspended' && (
                <Text size="sm" c="orange">
                  Suspended: what was sold can be settled, nothing else can be changed
                </Text>
              )}
            </div>
            <Button onClick={() => void openShop(vendor.id)}>Open the shop</Button>
          </Group>
        </Card>
      ))}
    </>
  );
}

function ApplicationCard({ application }: { application: Application }) {
  const { displayName, status, createdAt, rejectionReason } = application;
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between">
        <Text fw={650}>{displayName}</Text>
        <State text={status} />
      </Group>
      <Text size="sm" c="dimmed">
        Sent <Time instant={createdAt} />
      </Text>
      {status === 'pending' && (
        <Text size="sm" mt="xs">
          Somebody of the marketplace is looking at it. You get a mail as soon as it is decided.
        </Text>
      )}
      {rejectionReason && (
        <Text size="sm" mt="xs">
          Not accepted: {rejectionReason}
        </Text>
      )}
    </Card>
  );
}

import { Alert, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ActButton } from '../../generic/act-button.js';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Figure } from '../../generic/figure.js';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { label, number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';

const tabs = [
  { value: 'mails', label: 'Mails' },
  { value: 'suppressed', label: 'Suppressed addresses' },
];

/** What was mailed to whom, whether it arrived, and who gets no campaigns. */
export function Page() {
  const tab = useAddressTab(tabs);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>Mails</Title>
        <Group gap="xs">
          {tab === 'suppressed' ? (
            <ActButton
              operation="postAdminEmailSuppressions"
              label="Suppress an address"
              text="Campaigns spare the address. Mails about orders and accounts are sent all the same."
              done="The address is suppressed"
            />
          ) : (
            <>
              <ActButton
                operation="postAdminEmailTest"
                label="Send a test"
                text="A test mail with the current mail settings."
                done="The test mail is sent"
              />
              <ActButton
                operation="postAdminEmailDeliveriesResend"
                label="Send several again"
                text="The oldest 1,000 that match, each once. Mails of accounts are left out."
                done="The mails are queued"
              />
            </>
          )}
        </Group>
      </Group>
      <AddressTabs tabs={tabs} name="Mails or addresses" />
      {tab === 'mails' ? (
        <>
          <QueueState />
          <EmbeddedList
            operation="getAdminEmailDeliveries"
            tools
            columns={['template', 'recipient', 'state', 'deliveryStatus', 'lastError', 'createdAt', 'sentAt']}
          />
        </>
      ) : (
        <EmbeddedList
          operation="getAdminEmailSuppressions"
          columns={['address', 'reason', 'source', 'note', 'createdAt']}
        />
      )}
    </Stack>
  );
}

function QueueState() {
  const status = useQuery({
    queryKey: ['getAdminEmailStatus'],
    queryFn: ({ signal }) => data('getAdminEmailStatus', { signal }),
  });
  if (status.isLoadingError) return <ErrorView error={status.error} />;
  if (status.isPending) return null;
  const { route, counts, pausedSince, pauseReason, pausedUntil, lastFailure, lastFailureAt, lastSuccessAt } =
    status.data;
  return (
    <Stack gap="sm">
      {route.kind === 'none' && (
        <Alert color="red" variant="light" title="No mail is sent">
          Neither SMTP nor a mail API is set up: see the settings of the group “email”.
        </Alert>
      )}
      {pausedSince && (
        <Alert color="orange" variant="light" title="The queue is paused">
          {pauseReason} Since <Time instant={pausedSince} />
          {pausedUntil && (
            <>
              , tried again at <Time instant={pausedUntil} />
            </>
          )}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }}>
        {(['queued', 'sending', 'sent', 'failed', 'unclear', 'suppressed'] as const).map((state) => (
          <Figure key={state} name={label(state)} value={number(counts[state])} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" component="div">
        {lastSuccessAt ? (
          <>
            Sent last at <Time instant={lastSuccessAt} />.{' '}
          </>
        ) : (
          'Nothing was sent yet. '
        )}
        {lastFailure && lastFailureAt && (
          <>
            Failed last at <Time instant={lastFailureAt} />: {lastFailure}
          </>
        )}
      </Text>
    </Stack>
  );
}

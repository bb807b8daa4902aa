import { Alert, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { Detail, Panel } from '../../generic/panel.js';
import { State, Time } from '../../generic/value.js';
import { callAny } from '../../lib/api.js';
import { ago } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { Attempts } from './attempts.js';
import { Body, Headers } from './http-message.js';
import { type Delivery, type Operations, useSide } from './side.js';

/** What a pending delivery comes to is shown without a reload. */
const REFRESH_MS = 3_000;

/** A delivery: what was sent, each attempt, and what the receiver returned. */
export function Page() {
  const { deliveryId = '' } = useParams();
  const { operations } = useSide();
  const delivery = useQuery({
    queryKey: [operations.delivery, deliveryId],
    queryFn: async ({ signal }) =>
      (await callAny(operations.delivery, { path: { deliveryId }, signal })).data as Delivery,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? REFRESH_MS : false),
  });
  if (delivery.isLoadingError)
    return <ErrorView error={delivery.error} retry={() => void delivery.refetch()} />;
  if (!delivery.data) return <PageLoader />;
  return <DeliveryView operations={operations} delivery={delivery.data} />;
}

function DeliveryView({ operations, delivery }: { operations: Operations; delivery: Delivery }) {
  const { event, state, request, createdAt, endpointId } = delivery;
  return (
    <Stack gap="md">
      <BackLink to={`${operations.home}/${endpointId}`} text="Endpoint" />
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="sm">
            <Title order={1}>{event}</Title>
            <State text={state} />
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            To <span style={{ overflowWrap: 'anywhere' }}>{request.url}</span>, since{' '}
            <Time instant={createdAt} />
          </Text>
        </div>
        <Redeliver operations={operations} delivery={delivery} />
      </Group>
      <Why delivery={delivery} />
      <Details delivery={delivery} />
      <Panel title="Attempts">
        <Attempts attempts={delivery.attemptList} />
      </Panel>
      <Panel title="Request">
        <Stack gap="md">
          <Headers headers={request.headers} first={`${request.method} ${request.url}`} />
          <Body text={request.body} none="The body is deleted 14 days after the event." />
        </Stack>
      </Panel>
    </Stack>
  );
}

function Redeliver({
  operations,
  delivery: { id, state, request },
}: {
  operations: Operations;
  delivery: Delivery;
}) {
  if (state === 'pending' || state === 'held' || request.body === null) return null;
  return (
    <ActButton
      operation={operations.redeliver}
      path={{ deliveryId: id }}
      label="Redeliver"
      variant="filled"
      text="The same body is sent again with the same webhook-id, so that a receiver that has it can ignore it."
      done="The delivery is sent again"
    />
  );
}

/** Why it has not arrived, and what comes next. */
function Why({ delivery: { state, lastError, nextAttemptAt, attempts } }: { delivery: Delivery }) {
  if (state === 'delivered' || (state === 'pending' && attempts === 0)) return null;
  if (state === 'held')
    return (
      <Alert color="yellow" title="The endpoint is disabled">
        The delivery is held until the endpoint is enabled.
      </Alert>
    );
  return (
    <Alert
      color={state === 'failed' ? 'red' : 'yellow'}
      title={state === 'failed' ? 'All attempts have failed' : 'The last attempt failed'}
    >
      <Text size="sm">{lastError}</Text>
      {nextAttemptAt && (
        <Text size="sm" fw={600} mt="xs">
          Next attempt {ago(nextAttemptAt)}.
        </Text>
      )}
    </Alert>
  );
}

function Details({ delivery }: { delivery: Delivery }) {
  const { messageId, attempts, lastStatus, deliveredAt, nextAttemptAt } = delivery;
  return (
    <Card withBorder padding="lg">
      <dl className="details">
        <Detail name="webhook-id">
          <Text span size="sm" ff="monospace">
            {messageId}
          </Text>
        </Detail>
        <Detail name="Attempts">{attempts}</Detail>
        {lastStatus !== null && <Detail name="Last status">{lastStatus}</Detail>}
        {deliveredAt && (
          <Detail name="Delivered">
            <Time instant={deliveredAt} />
          </Detail>
        )}
        {nextAttemptAt && (
          <Detail name="Next attempt">
            <Time instant={nextAttemptAt} />
          </Detail>
        )}
      </dl>
    </Card>
  );
}

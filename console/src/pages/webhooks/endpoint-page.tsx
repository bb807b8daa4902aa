import { Alert, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useParams } from 'react-router';
import { BackLink } from '../../generic/back-link.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Detail } from '../../generic/panel.js';
import { State, Time } from '../../generic/value.js';
import { ago, number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { EndpointActs } from './endpoint-acts.js';
import { EventNames } from './event-names.js';
import { RedeliverRange } from './redeliver-range.js';
import { type Endpoint, type Operations, useEndpoint, useSide } from './side.js';

/** An endpoint: whether it receives, what it asks for, and what was sent to it. */
export function Page() {
  const { endpointId = '' } = useParams();
  const { operations } = useSide();
  const endpoint = useEndpoint(operations, endpointId);
  if (endpoint.isLoadingError)
    return <ErrorView error={endpoint.error} retry={() => void endpoint.refetch()} />;
  if (!endpoint.data) return <PageLoader />;
  return <EndpointView operations={operations} endpoint={endpoint.data} />;
}

function EndpointView({ operations, endpoint }: { operations: Operations; endpoint: Endpoint }) {
  return (
    <Stack gap="md">
      <BackLink to={operations.home} text="Webhooks" />
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="sm">
            <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {endpoint.url}
            </Title>
            <State text={endpoint.state} />
          </Group>
          {endpoint.description && (
            <Text size="sm" c="dimmed" mt={4}>
              {endpoint.description}
            </Text>
          )}
        </div>
        <EndpointActs operations={operations} endpoint={endpoint} />
      </Group>
      <Disabled endpoint={endpoint} />
      <Details endpoint={endpoint} />
      <section>
        <Group justify="space-between" mb="xs">
          <Title order={2}>Deliveries</Title>
          <RedeliverRange operations={operations} endpoint={endpoint} />
        </Group>
        <EmbeddedList
          operation={operations.deliveries}
          params={{ endpointId: endpoint.id }}
          columns={['event', 'state', 'attempts', 'lastStatus', 'lastError', 'nextAttemptAt', 'createdAt']}
        />
      </section>
    </Stack>
  );
}

const reasons = {
  manual: 'Somebody has disabled it.',
  failures: 'No delivery had succeeded for five days. Its contact got a mail.',
  gone: 'The receiver returned 410 Gone. Its contact got a mail.',
};

/** Why nothing is sent, and what waits until it is enabled. */
function Disabled({
  endpoint: { state, disabledReason, disabledAt, held, droppedEvents },
}: {
  endpoint: Endpoint;
}) {
  if (state === 'enabled') return null;
  const waiting =
    held === 0
      ? 'None is held now.'
      : held === 1
        ? 'One event is held now.'
        : `${number(held)} events are held now.`;
  return (
    <Alert color={disabledReason === 'manual' ? 'yellow' : 'red'} title="Nothing is sent to this endpoint">
      <Text size="sm">
        {disabledReason && reasons[disabledReason]} {disabledAt && `Disabled ${ago(disabledAt)}.`}
      </Text>
      <Text size="sm" mt="xs">
        Its events are held for three days, at most 10,000 of them. {waiting}
        {droppedEvents > 0 && ` ${number(droppedEvents)} older ones were dropped.`}
      </Text>
    </Alert>
  );
}

function Details({ endpoint }: { endpoint: Endpoint }) {
  const { events, contactEmail, headers, failures, failingSince, lastSuccessAt, lastFailureAt, lastError } =
    endpoint;
  const { oldestDueAt, previousSecretUntil, createdAt } = endpoint;
  const names = Object.entries(headers);
  return (
    <Card withBorder padding="lg">
      <dl className="details">
        <Detail name="Events">
          <EventNames names={events} />
        </Detail>
        <Detail name="Contact">{contactEmail}</Detail>
        <Detail name="Last success">{lastSuccessAt ? <Time instant={lastSuccessAt} /> : 'None yet'}</Detail>
        <Detail name="Failures in a row">
          {number(failures)}
          {failingSince && ` since ${ago(failingSince)}`}
        </Detail>
        {lastFailureAt && (
          <Detail name="Last failure">
            <Time instant={lastFailureAt} />
            {lastError && ` · ${lastError}`}
          </Detail>
        )}
        <Detail name="Oldest due">{oldestDueAt ? <Time instant={oldestDueAt} /> : 'Nothing is due'}</Detail>
        {names.length > 0 && (
          <Detail name="Headers">
            {names.map(([name, value]) => (
              <Text key={name} size="sm" ff="monospace">
                {name}: {value}
              </Text>
            ))}
          </Detail>
        )}
        {previousSecretUntil && new Date(previousSecretUntil) > new Date() && (
          <Detail name="Replaced secret">
            signs as well until <Time instant={previousSecretUntil} />
          </Detail>
        )}
        <Detail name="Created">
          <Time instant={createdAt} />
        </Detail>
      </dl>
    </Card>
  );
}

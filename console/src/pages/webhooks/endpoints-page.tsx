import { Anchor, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useOperation } from '../../generic/use-operation.js';
import { State, Time } from '../../generic/value.js';
import { ago, number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { EndpointDialog } from './endpoint-dialog.js';
import { EventNames } from './event-names.js';
import { ShownSecret } from './shown-secret.js';
import { type Endpoint, type EndpointWithSecret, type Operations, useSide } from './side.js';

/** Each endpoint with its state: what it asks for, whether it receives, and what waits. `…/new` opens the dialog of a new one. */
export function Page() {
  const { operations, mayManage } = useSide();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(pathname.endsWith('/new'));
  const [created, setCreated] = useState<EndpointWithSecret | null>(null);
  const close = () => {
    setCreating(false);
    if (pathname.endsWith('/new')) void navigate(operations.home, { replace: true });
  };
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1}>Webhooks</Title>
          <Text c="dimmed" size="sm">
            URLs of other systems that get a signed request for each event they ask for.
          </Text>
        </div>
        {mayManage && <Button onClick={() => setCreating(true)}>New endpoint</Button>}
      </Group>
      <Endpoints operations={operations} />
      {creating && (
        <EndpointDialog
          operations={operations}
          close={close}
          onCreated={(endpoint) => {
            setCreated(endpoint);
            setCreating(false);
          }}
        />
      )}
      {created && (
        <ShownSecret
          secret={created.secret}
          text="The receiver verifies the signature of each request with it, as Standard Webhooks says."
          close={() => {
            setCreated(null);
            void navigate(`${operations.home}/${created.id}`);
          }}
        />
      )}
    </Stack>
  );
}

function Endpoints({ operations }: { operations: Operations }) {
  // At most 20 of the platform, 5 of a vendor.
  const endpoints = useOperation<Endpoint[]>(operations.list, { query: { limit: 50 } });
  if (endpoints.isLoadingError)
    return <ErrorView error={endpoints.error} retry={() => void endpoints.refetch()} />;
  if (!endpoints.data) return <PageLoader />;
  if (endpoints.data.length === 0)
    return (
      <Card withBorder padding="xl">
        <Stack align="center" gap={4} py="lg">
          <Text fw={600}>No webhook endpoint yet</Text>
          <Text size="sm" c="dimmed" ta="center" maw={460}>
            An endpoint is for an ERP, a warehouse or a messenger that is to be notified of orders, stock and
            payouts.
          </Text>
        </Stack>
      </Card>
    );
  return (
    <Stack gap="xs">
      {endpoints.data.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} to={`${operations.home}/${endpoint.id}`} />
      ))}
    </Stack>
  );
}

function EndpointCard({ endpoint, to }: { endpoint: Endpoint; to: string }) {
  const { url, description, events, state, failures, lastError, lastSuccessAt, oldestDueAt, held } = endpoint;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Anchor component={Link} to={to} fw={600} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Anchor>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        <State text={state} />
      </Group>
      <div style={{ marginTop: 6 }}>
        <EventNames names={events} />
      </div>
      <SimpleGrid cols={{ base: 2, sm: 4 }} mt="sm" spacing="xs">
        <Property name="Last success">
          {lastSuccessAt ? <Time instant={lastSuccessAt} /> : 'None yet'}
        </Property>
        <Property name="Failures in a row">{number(failures)}</Property>
        <Property name="Oldest due">{oldestDueAt ? ago(oldestDueAt) : 'Nothing is due'}</Property>
        <Property name="Held">{number(held)}</Property>
      </SimpleGrid>
      {failures > 0 && lastError && (
        <Text size="sm" c="red" mt="xs" className="clip" maw="80ch">
          {lastError}
        </Text>
      )}
    </Card>
  );
}

function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  );
}

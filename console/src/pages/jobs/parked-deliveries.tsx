import { Button, Card, Checkbox, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefreshAll } from '../../generic/act-button.js';
import { Time } from '../../generic/value.js';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

const operations = ['postAdminEventDeliveriesRetry', 'postAdminEventDeliveriesDrop'] as const;
const query = { 'filters[]': ['state:eq:parked'], limit: 50 };

/** Deliveries that failed ten times: later ones of the same entity wait until somebody retries or drops them. */
export function ParkedDeliveries() {
  const [chosen, setChosen] = useState<string[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [dropping, setDropping] = useState(false);
  const refresh = useRefreshAll();
  const session = useSession();
  const retry = useDeclarations().get(operations[0]);
  const drop = useDeclarations().get(operations[1]);
  const parked = useQuery({
    queryKey: ['getAdminEventDeliveries', query],
    queryFn: ({ signal }) => call('getAdminEventDeliveries', { query, signal }),
  });
  if (parked.isLoadingError) return <ErrorView error={parked.error} retry={() => void parked.refetch()} />;
  if (parked.isPending) return <PageLoader />;
  const rows = parked.data.data;
  if (rows.length === 0)
    return (
      <Card withBorder padding="xl">
        <Stack align="center" gap={4} py="lg">
          <Text fw={600}>No delivery is parked</Text>
          <Text size="sm" c="dimmed" ta="center">
            An event that cannot be delivered ten times in a row waits here for a decision.
          </Text>
        </Stack>
      </Card>
    );
  const keyOf = (row: { eventId: string; subscription: string }) => `${row.eventId} ${row.subscription}`;
  async function decide(operation: (typeof operations)[number], done: string): Promise<void> {
    setError(null);
    try {
      const deliveries = chosen.map((key) => {
        const [eventId = '', subscription = ''] = key.split(' ');
        return { eventId, subscription };
      });
      const { count } = await data(operation, { body: { deliveries } });
      const left = deliveries.length - count;
      notifications.show({
        color: 'teal',
        message: `${count} ${done}${left > 0 ? `; ${left} did not wait any more` : ''}`,
      });
      setChosen([]);
    } catch (thrown) {
      setError(thrown);
    }
    await refresh();
  }
  const may = mayCall(retry, session) && mayCall(drop, session);
  return (
    <Stack gap="sm">
      {may && (
        <Group>
          <Button
            size="sm"
            disabled={chosen.length === 0}
            onClick={() => void decide('postAdminEventDeliveriesRetry', 'are delivered again now')}
          >
            Retry {chosen.length > 0 && chosen.length}
          </Button>
          <Button
            size="sm"
            variant="light"
            color="red"
            disabled={chosen.length === 0}
            onClick={() => setDropping(true)}
          >
            Drop {chosen.length > 0 && chosen.length}
          </Button>
        </Group>
      )}
      {error !== null && <ErrorView error={error} />}
      {dropping && (
        <Modal opened onClose={() => setDropping(false)} title={`Drop ${chosen.length}`} centered>
          <Stack>
            <Text size="sm">
              What {chosen.length === 1 ? 'this delivery' : `these ${chosen.length} deliveries`} would have
              caused never happens. Later deliveries of the same entities continue.
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setDropping(false)}>
                Cancel
              </Button>
              <Button
                color="red"
                onClick={() => {
                  setDropping(false);
                  void decide('postAdminEventDeliveriesDrop', 'are dropped');
                }}
              >
                Drop
              </Button>
            </Group>
          </Stack>
        </Modal>
      )}
      <Card withBorder padding={0} className="scroll">
        <Table className="table" horizontalSpacing="md" verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {may && <Table.Th aria-label="Choose" />}
              <Table.Th>Event</Table.Th>
              <Table.Th>Subscription</Table.Th>
              <Table.Th>Why</Table.Th>
              <Table.Th>Since</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {may && (
                  <Table.Td>
                    <Checkbox
                      aria-label={`Choose ${row.type} for ${row.subscription}`}
                      checked={chosen.includes(keyOf(row))}
                      onChange={(event) =>
                        setChosen(
                          event.currentTarget.checked
                            ? [...chosen, keyOf(row)]
                            : chosen.filter((key) => key !== keyOf(row)),
                        )
                      }
                    />
                  </Table.Td>
                )}
                <Table.Td>
                  <Text size="sm" fw={600}>
                    {row.type}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm">{row.subscription}</Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" className="clip">
                    {row.lastError}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Time instant={row.createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
    </Stack>
  );
}

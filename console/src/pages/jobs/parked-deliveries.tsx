import { Button, Card, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Time } from '../../generic/value.js';
import { call, callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

const query = { 'filters[]': ['state:eq:parked'], limit: 50 };

/** Deliveries that failed ten times: later ones of the same entity wait until somebody retries or drops them. */
export function ParkedDeliveries() {
  const [chosen, setChosen] = useState<string[]>([]);
  const queries = useQueryClient();
  const session = useSession();
  const retry = useDeclarations().get('postAdminEventDeliveriesByEventIdBySubscriptionRetry');
  const drop = useDeclarations().get('postAdminEventDeliveriesByEventIdBySubscriptionDrop');
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
  async function decide(operation: string, done: string): Promise<void> {
    const results = await Promise.allSettled(
      chosen.map((key) => {
        const [eventId = '', subscription = ''] = key.split(' ');
        return callAny(operation, { path: { eventId, subscription } });
      }),
    );
    const failed = results.filter(({ status }) => status === 'rejected').length;
    notifications.show({
      color: failed > 0 ? 'red' : 'teal',
      message: failed > 0 ? `${failed} of ${chosen.length} could not be changed` : done,
    });
    setChosen([]);
    await queries.invalidateQueries({ queryKey: ['getAdminEventDeliveries'] });
  }
  const may = retry && drop && mayCall(retry, session);
  return (
    <Stack gap="sm">
      {may && (
        <Group>
          <Button
            size="sm"
            disabled={chosen.length === 0}
            onClick={() => void decide(retry.id, 'They are delivered again now')}
          >
            Retry {chosen.length > 0 && chosen.length}
          </Button>
          <Button
            size="sm"
            variant="light"
            color="red"
            disabled={chosen.length === 0}
            onClick={() =>
              window.confirm(
                `Drop ${chosen.length} deliveries? What they would have caused never happens.`,
              ) && void decide(drop.id, 'They are dropped')
            }
          >
            Drop {chosen.length > 0 && chosen.length}
          </Button>
        </Group>
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

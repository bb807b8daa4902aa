import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { label, money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';

/** What reached the bank, and what providers hold still. */
export function SettlementsTab() {
  return (
    <Stack gap="md">
      <InTransit />
      <EmbeddedList
        operation="getAdminSettlements"
        columns={['providerId', 'amount', 'state', 'captures', 'refunds', 'fees', 'difference', 'issuedAt']}
      />
    </Stack>
  );
}

function InTransit() {
  const held = useQuery({
    queryKey: ['getAdminSettlementsInTransit'],
    queryFn: ({ signal }) => data('getAdminSettlementsInTransit', { signal }),
  });
  if (held.isLoadingError) return <ErrorView error={held.error} retry={() => void held.refetch()} />;
  if (held.isPending || held.data.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {held.data.map(({ providerId, currency, inTransit, unallocated, disputed, fetchedAt, error }) => (
        <Card key={providerId} withBorder padding="md">
          <Stack gap={4}>
            <Text size="sm" c="dimmed">
              In transit at {label(providerId)}
            </Text>
            <Text fw={650} size="xl">
              {money(inTransit, currency)}
            </Text>
            {unallocated !== 0 && (
              <Text size="sm">{money(unallocated, currency)} without an explanation</Text>
            )}
            {disputed !== 0 && <Text size="sm">{money(disputed, currency)} taken for disputes</Text>}
            {fetchedAt && (
              <Group gap={4}>
                <Text size="sm" c="dimmed">
                  Books fetched <Time instant={fetchedAt} />
                </Text>
              </Group>
            )}
            {error && (
              <Text size="sm" c="red">
                {error}
              </Text>
            )}
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  );
}

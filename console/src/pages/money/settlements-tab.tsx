import { Button, Card, FileButton, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { useAct } from '../../generic/use-act.js';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label, money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';

/** What reached the bank, and what providers hold still. */
export function SettlementsTab() {
  return (
    <Stack gap="md">
      <InTransit />
      <Remittance />
      <EmbeddedList
        operation="getAdminSettlements"
        columns={['providerId', 'amount', 'state', 'captures', 'refunds', 'fees', 'difference', 'issuedAt']}
      />
    </Stack>
  );
}

/** The file in which a courier says what cash it has paid over: all of it is booked, or nothing. */
function Remittance() {
  const declarations = useDeclarations();
  const session = useSession();
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const { act, busy, error } = useAct();
  const post = declarations.index.operations.find(({ id }) => id === 'postAdminSettlementsRemittances');
  if (post === undefined || !mayCall(post, session)) return null;
  const upload = (file: File | null) =>
    file &&
    void act(async () => {
      await data('postAdminSettlementsRemittances', { body: { month, csv: await file.text() } });
    }, `${file.name} is booked; rows that differ are unmatched money`);
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <div>
          <Text fw={650}>Cash that a courier has paid over</Text>
          <Text size="sm" c="dimmed">
            A CSV with the columns awb, amount, date and utr, and where the courier keeps something back fee
            and gst.
          </Text>
        </div>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Month of the file"
            type="month"
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <FileButton onChange={upload} accept=".csv,text/csv">
            {(props) => (
              <Button {...props} variant="default" loading={busy} disabled={month === ''}>
                Import a file
              </Button>
            )}
          </FileButton>
        </Group>
        {error !== null && <ErrorView error={error} />}
      </Stack>
    </Card>
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

import { Modal, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import type { Level } from './inventory-page.js';

/** What came and went of a variant, the latest first. */
export function MovementsDialog({ level, close }: { level: Level; close: () => void }) {
  const path = { variantId: level.variantId };
  const movements = useQuery({
    queryKey: ['getVendorInventoryByVariantIdMovements', level.variantId],
    queryFn: ({ signal }) =>
      data('getVendorInventoryByVariantIdMovements', { path, query: { limit: 50 }, signal }),
  });
  return (
    <Modal opened onClose={close} title={`History of ${level.productTitle}`} size="lg">
      {movements.error ? (
        <ErrorView error={movements.error} />
      ) : movements.isPending ? (
        <PageLoader />
      ) : (
        <Stack>
          <div className="scroll">
            <Table className="table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>When</Table.Th>
                  <Table.Th>Why</Table.Th>
                  <Table.Th ta="right">On hand</Table.Th>
                  <Table.Th ta="right">Held</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {movements.data.map((movement) => (
                  <Table.Tr key={movement.id}>
                    <Table.Td>
                      <Time instant={movement.createdAt} />
                    </Table.Td>
                    <Table.Td>
                      <Text size="sm">{movement.reason}</Text>
                    </Table.Td>
                    <Table.Td ta="right">{signed(movement.onHandDelta)}</Table.Td>
                    <Table.Td ta="right">{signed(movement.reservedDelta)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {movements.data.length === 0 && (
            <Text size="sm" c="dimmed">
              Nothing moved yet.
            </Text>
          )}
        </Stack>
      )}
    </Modal>
  );
}

const signed = (delta: number) => (delta > 0 ? `+${delta}` : delta === 0 ? '–' : String(delta));

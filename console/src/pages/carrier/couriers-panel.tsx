import { Badge, Button, Group, Stack, Switch, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EditButton } from '../../generic/editable.js';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import type { CarrierDraft } from './carrier-page.js';

interface Props {
  draft: CarrierDraft;
  set: (fields: Partial<CarrierDraft>) => void;
  errors: Record<string, string>;
}

/** Couriers that the carrier has for the account, which of them are mapped, and which take parcels. */
export function CouriersPanel({ draft, set, errors }: Props) {
  const found = useQuery({
    queryKey: ['getAdminShippingCarrierActiveCouriers'],
    queryFn: ({ signal }) => data('getAdminShippingCarrierActiveCouriers', { signal }),
  });
  const couriers = found.data ?? [];
  const codes = [
    ...new Set([...couriers.map(({ code }) => code as string), ...Object.keys(draft.courierMap)]),
  ];
  const mapAll = () =>
    set({
      courierMap: {
        ...draft.courierMap,
        ...Object.fromEntries(couriers.map(({ code, cpId, accountCode }) => [code, { cpId, accountCode }])),
      },
    });
  const enable = (code: string, on: boolean) => {
    const others = draft.enabledCouriers.filter((item) => item !== code);
    set({ enabledCouriers: on ? [...others, code] : others });
  };
  return (
    <Panel
      title="Couriers"
      flush
      actions={
        <>
          <Button
            size="compact-sm"
            variant="default"
            loading={found.isFetching}
            onClick={() => void found.refetch()}
          >
            Look again
          </Button>
          {couriers.length > 0 && (
            <EditButton size="compact-sm" variant="default" onClick={mapAll}>
              Map those found
            </EditButton>
          )}
        </>
      }
    >
      {found.isLoadingError && <ErrorView error={found.error} />}
      {codes.length === 0 ? (
        <Text size="sm" c="dimmed" p="md" pt={0}>
          {found.isPending
            ? 'Asking the carrier …'
            : 'None found: no key is saved, or the carrier does not respond.'}
        </Text>
      ) : (
        <div className="scroll" tabIndex={0} role="region" aria-label="Couriers">
          <Table className="table" horizontalSpacing="md" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Courier</Table.Th>
                <Table.Th>Found</Table.Th>
                <Table.Th>Mapped to</Table.Th>
                <Table.Th>Takes parcels</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {codes.map((code) => {
                const courier = couriers.find((item) => item.code === code);
                const mapped = draft.courierMap[code];
                const differs =
                  courier &&
                  mapped &&
                  (courier.cpId !== mapped.cpId || courier.accountCode !== mapped.accountCode);
                return (
                  <Table.Tr key={code}>
                    <Table.Td>
                      <Text size="sm" fw={600}>
                        {courier?.courierName ?? label(code)}
                      </Text>
                    </Table.Td>
                    <Table.Td className="nowrap">
                      {courier
                        ? `${courier.accountCode} (${courier.cpId})`
                        : found.isPending
                          ? '…'
                          : 'No longer'}
                    </Table.Td>
                    <Table.Td>
                      <Group gap="xs" wrap="nowrap">
                        {mapped ? (
                          <Text size="sm" className="nowrap">
                            {mapped.accountCode} ({mapped.cpId})
                          </Text>
                        ) : (
                          <Badge variant="light" color="orange" tt="none">
                            Not mapped
                          </Badge>
                        )}
                        {courier && (!mapped || differs) && (
                          <EditButton
                            size="compact-xs"
                            variant="default"
                            aria-label={`Map ${courier.courierName}`}
                            onClick={() =>
                              set({
                                courierMap: {
                                  ...draft.courierMap,
                                  [code]: { cpId: courier.cpId, accountCode: courier.accountCode },
                                },
                              })
                            }
                          >
                            Map
                          </EditButton>
                        )}
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      <Switch
                        aria-label={`${courier?.courierName ?? label(code)} takes parcels`}
                        checked={draft.enabledCouriers.includes(code)}
                        onChange={(event) => enable(code, event.currentTarget.checked)}
                      />
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Stack px="md" pb="sm" gap={2}>
        {['courierMap', 'enabledCouriers'].map((name) =>
          errors[name] ? (
            <Text key={name} size="sm" c="red">
              {errors[name]}
            </Text>
          ) : null,
        )}
      </Stack>
    </Panel>
  );
}

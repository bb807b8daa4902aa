import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { ActButton } from '../../generic/act-button.js';
import { Nothing, Pages, useListAddress } from '../../generic/list-tools.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { dayInIndia, label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

type Pickup = RowOf<'getVendorPickups'>;

/** When couriers come for the parcels. */
export function Page() {
  const list = useListAddress();
  const pickups = useQuery({
    queryKey: ['getVendorPickups', list.query],
    queryFn: ({ signal }) => call('getVendorPickups', { query: list.query as never, signal }),
    placeholderData: keepPreviousData,
    // A carrier that has not responded yet does so within seconds.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'requested') ? 3_000 : false,
  });
  return (
    <Stack gap="md" maw={860}>
      <Group justify="space-between">
        <Title order={1}>Pickups</Title>
        <ActButton
          operation="postVendorPickups"
          label="Request a pickup"
          variant="filled"
          text="The courier comes to the pickup address of your carrier account for all parcels that wait there."
          done="The courier is asked"
        />
      </Group>
      {pickups.isLoadingError ? (
        <ErrorView error={pickups.error} retry={() => void pickups.refetch()} />
      ) : pickups.isPending ? (
        <PageLoader />
      ) : pickups.data.data.length === 0 ? (
        <Nothing title="No pickup yet">Couriers who come every day need no request.</Nothing>
      ) : (
        pickups.data.data.map((pickup) => <PickupCard key={pickup.id} pickup={pickup} />)
      )}
      <Pages total={pickups.data?.metadata?.total} list={list} />
    </Stack>
  );
}

function PickupCard({ pickup }: { pickup: Pickup }) {
  const { courierCode, pickupOn, status, confirmationNumber, error, requestedAt } = pickup;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>
              {dayInIndia(pickupOn)} · {label(courierCode)}
            </Text>
            <State text={status} />
          </Group>
          <Text size="sm" c="dimmed" component="div">
            {confirmationNumber && `Confirmation ${confirmationNumber} · `}requested{' '}
            <Time instant={requestedAt} />
          </Text>
          {error && <Text size="sm">{error}</Text>}
        </div>
        {status === 'unclear' && (
          <ActButton
            operation="postVendorPickups"
            fixed={{ courierCode, pickupOn }}
            label="Ask again"
            text="The carrier did not respond. It is asked for the same day once more; couriers know a visit by its day."
            done="The courier is asked"
          />
        )}
      </Group>
    </Card>
  );
}

import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { Nothing, Pages, useListAddress } from '../../generic/list-tools.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { dayInIndia, label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { PickupButton, PICKUP_TEXT } from './pickup-button.js';

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
        <PickupButton title="Request a pickup" variant="filled" text={PICKUP_TEXT} />
      </Group>
      {pickups.isLoadingError ? (
        <ErrorView error={pickups.error} retry={() => void pickups.refetch()} />
      ) : pickups.isPending ? (
        <PageLoader />
      ) : pickups.data.data.length === 0 ? (
        <Nothing title="No pickup yet">
          Send an order with a courier, then request a pickup here: one visit collects all of its parcels.
          Couriers that come every day need no request.
        </Nothing>
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
            {confirmationNumber ? `Confirmation ${confirmationNumber} · requested ` : 'Requested '}
            <Time instant={requestedAt} />
          </Text>
          {error && <Text size="sm">{error}</Text>}
        </div>
        {status === 'unclear' && (
          <PickupButton
            title="Ask again"
            {...{ courierCode, pickupOn }}
            text="The carrier did not respond. The same courier and day are requested once more; a pickup that the courier has already is not doubled."
          />
        )}
        {status === 'refused' && (
          <PickupButton title="Choose another day" courierCode={courierCode} text={PICKUP_TEXT} />
        )}
      </Group>
    </Card>
  );
}

import { Alert, Anchor, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { dayInIndia, dayOf, label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

const DAY_MS = 86_400_000;
/** As far ahead as the API takes a pickup. */
const MAX_PICKUP_DAYS = 30;
/** Couriers count days in India, whatever the time zone of the store. */
const dayAhead = (days: number) => dayOf(Date.now() + days * DAY_MS, { timeZone: 'Asia/Kolkata' });

export interface PickupProps {
  /** The return that is collected at its buyer; without it parcels are collected at the seller. */
  returnRequestId?: string;
  title: string;
  text: string;
  courierCode?: string | undefined;
  pickupOn?: string;
}

/** Asks for the courier and the day of a visit. */
export function PickupDialog({ close, ...props }: PickupProps & { close: () => void }) {
  const carrier = useQuery({
    queryKey: ['getVendorShippingCarrierConfig'],
    queryFn: ({ signal }) => data('getVendorShippingCarrierConfig', { signal }),
  });
  return (
    <Modal opened onClose={close} title={props.title} centered>
      {carrier.error ? (
        <ErrorView error={carrier.error} retry={() => void carrier.refetch()} />
      ) : carrier.isPending ? (
        <PageLoader />
      ) : carrier.data.enabledCouriers.length === 0 ? (
        <Alert color="orange">
          No courier is chosen yet.{' '}
          <Anchor component={Link} to="/vendor/shipping" size="sm" c="inherit" underline="always">
            Shipping
          </Anchor>{' '}
          connects your carrier account.
        </Alert>
      ) : (
        <PickupForm {...props} couriers={carrier.data.enabledCouriers} close={close} />
      )}
    </Modal>
  );
}

type Visit = Pick<DataOf<'postVendorPickups'>, 'courierCode' | 'pickupOn' | 'status' | 'error'>;

function PickupForm({
  returnRequestId,
  title,
  text,
  couriers,
  close,
  ...given
}: PickupProps & { couriers: readonly string[]; close: () => void }) {
  const [courierCode, setCourier] = useState<string | null>(
    given.courierCode ?? (couriers.length === 1 ? (couriers[0] ?? null) : null),
  );
  const [pickupOn, setDay] = useState(given.pickupOn ?? dayAhead(1));
  const { act, busy, error, fields } = useAct(['courierCode', 'pickupOn']);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = { courierCode: courierCode as never, ...(pickupOn && { pickupOn }) };
    void act(
      async (idempotencyKey): Promise<Visit | undefined> => {
        if (!returnRequestId) return (await call('postVendorPickups', { body, idempotencyKey })).data;
        const path = { returnRequestId };
        const options = { path, body, idempotencyKey };
        return (await call('postVendorReturnRequestsByReturnRequestIdPickup', options)).data.pickup;
      },
      (visit) => {
        if (visit) notifications.show(outcomeOf(visit));
        close();
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{text}</Text>
        <Select
          label="Courier"
          required
          placeholder="Choose one"
          data={couriers.map((code) => ({ value: code, label: label(code) }))}
          value={courierCode}
          onChange={setCourier}
          error={fields['courierCode']}
        />
        <TextInput
          type="date"
          label="Day"
          description="Most couriers do not come on Sundays"
          min={dayAhead(0)}
          max={dayAhead(MAX_PICKUP_DAYS)}
          value={pickupOn}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={fields['pickupOn']}
        />
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={courierCode === null}>
            {title}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What the carrier has said of a visit. */
function outcomeOf({ courierCode, pickupOn, status, error }: Visit): { color: string; message: string } {
  const courier = label(courierCode);
  if (status === 'confirmed')
    return { color: 'teal', message: `${courier} comes on ${dayInIndia(pickupOn)}` };
  if (status === 'refused') return { color: 'red', message: `${courier} has refused the pickup: ${error}` };
  if (status === 'unclear')
    return { color: 'orange', message: `${courier} has not confirmed the pickup: ${error}. Ask again.` };
  return { color: 'teal', message: `The pickup is requested. ${courier} has not responded yet.` };
}

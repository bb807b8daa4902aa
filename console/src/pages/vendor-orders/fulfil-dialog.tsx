import { Alert, Anchor, Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { BodyOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { chosenLines, PieceInputs, type Pieces } from '../orders/piece-inputs.js';
import { CourierChoice } from './courier-choice.js';
import type { VendorOrder } from './order-page.js';

type Parcel = BodyOf<'postVendorOrdersByOrderVendorIdParcels'>;
type Fulfil = BodyOf<'postVendorOrdersByOrderVendorIdFulfilled'>;

/** Sends an order, or with `some` a parcel with some of its pieces: by a courier, which makes the label, or with a number that the seller has already. */
export function FulfilDialog({
  order,
  some = false,
  close,
}: {
  order: VendorOrder;
  some?: boolean;
  close: () => void;
}) {
  const config = useQuery({
    queryKey: ['getVendorShippingConfig'],
    queryFn: ({ signal }) => data('getVendorShippingConfig', { signal }),
  });
  const carrier = useQuery({
    queryKey: ['getVendorShippingCarrierConfig'],
    queryFn: ({ signal }) => data('getVendorShippingCarrierConfig', { signal }),
  });
  const error = config.error ?? carrier.error;
  return (
    <Modal
      opened
      onClose={close}
      title={
        <>
          {some ? 'Send some pieces of ' : 'Send '}
          <span className="nowrap">{order.orderNumber}</span>
        </>
      }
    >
      {error ? (
        <ErrorView error={error} />
      ) : config.data && carrier.data ? (
        <FulfilForm
          order={order}
          some={some}
          enabled={config.data.enabledProviders}
          couriers={carrier.data.enabledCouriers}
          close={close}
        />
      ) : (
        <PageLoader />
      )}
    </Modal>
  );
}

interface Props {
  order: VendorOrder;
  some: boolean;
  enabled: readonly string[];
  couriers: readonly string[];
  close: () => void;
}

function FulfilForm({ order, some, enabled, couriers, close }: Props) {
  const ready = enabled.includes('carrier') && couriers.length > 0;
  const [providerId, setProvider] = useState(ready ? 'carrier' : 'self-handled');
  const [courierCode, setCourier] = useState<string | null>(
    couriers.length === 1 ? (couriers[0] ?? null) : null,
  );
  const [trackingCode, setCode] = useState('');
  const [trackingUrl, setUrl] = useState('');
  const [pieces, setPieces] = useState<Pieces>({});
  const lines = chosenLines(pieces);
  const { act, busy, error, fields } = useAct(['trackingCode', 'trackingUrl', 'courierCode']);
  const byCarrier = providerId === 'carrier';

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = byCarrier
      ? { providerId, courierCode }
      : { providerId, ...(trackingCode && { trackingCode }), ...(trackingUrl && { trackingUrl }) };
    const path = { orderVendorId: order.id };
    void act(
      async (idempotencyKey) => {
        const sent = some
          ? await call('postVendorOrdersByOrderVendorIdParcels', {
              path,
              idempotencyKey,
              body: { ...body, lines } as Parcel,
            })
          : await call('postVendorOrdersByOrderVendorIdFulfilled', {
              path,
              idempotencyKey,
              body: body as Fulfil,
            });
        return { status: sent.status };
      },
      ({ status }) => {
        const message =
          status === 202
            ? 'The carrier is making the label'
            : some
              ? 'The parcel is sent'
              : 'The order is sent';
        notifications.show({ color: 'teal', message });
        close();
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {some && <PieceInputs lines={order.lines} pieces={pieces} onChange={setPieces} />}
        <SegmentedControl
          aria-label="How it is sent"
          data={[
            { value: 'carrier', label: 'With a courier' },
            { value: 'self-handled', label: 'I send it myself' },
          ]}
          value={providerId}
          onChange={setProvider}
        />
        {!enabled.includes(providerId) && (
          <Alert color="orange">
            This way is not switched on. <SettingsLink /> switches it on.
          </Alert>
        )}
        {byCarrier && enabled.includes('carrier') && couriers.length === 0 && (
          <Alert color="orange">
            No courier is chosen yet. <SettingsLink /> connects your carrier account.
          </Alert>
        )}
        {byCarrier ? (
          enabled.includes('carrier') &&
          couriers.length > 0 && (
            <CourierChoice
              orderId={order.id}
              currency={order.currency}
              couriers={couriers}
              value={courierCode}
              onChange={setCourier}
              error={fields['courierCode']}
              some={some}
            />
          )
        ) : (
          <>
            <TextInput
              label="Tracking number"
              description="If there is one: the buyer gets it by mail"
              value={trackingCode}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={fields['trackingCode']}
            />
            <TextInput
              label="Tracking page"
              type="url"
              placeholder="https://…"
              value={trackingUrl}
              onChange={(event) => setUrl(event.currentTarget.value)}
              error={fields['trackingUrl']}
            />
          </>
        )}
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={
              !enabled.includes(providerId) ||
              (byCarrier && courierCode === null) ||
              (some && lines.length === 0)
            }
          >
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SettingsLink() {
  return (
    <Anchor component={Link} to="/vendor/shipping" size="sm" c="inherit" underline="always">
      Shipping
    </Anchor>
  );
}

import { Alert, Button, Group, Modal, Select, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { BodyOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useRefreshAll } from '../../generic/act-button.js';
import { useSend } from '../../generic/use-send.js';
import { call, data } from '../../lib/api.js';
import { label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { chosenLines, PieceInputs, type Pieces } from './piece-inputs.js';
import type { SubOrder } from './order.js';

type Parcel = BodyOf<'postAdminOrdersVendorsByOrderVendorIdParcels'>;
type Fulfil = BodyOf<'postAdminOrdersVendorsByOrderVendorIdFulfilled'>;

/** Sends a sub-order, or with `some` a parcel with some of its pieces: by a courier, which makes the label, or by a number that somebody has already. */
export function FulfilDialog({
  subOrder,
  some = false,
  close,
}: {
  subOrder: SubOrder;
  some?: boolean;
  close: () => void;
}) {
  const path = { orderVendorId: subOrder.id };
  const options = useQuery({
    queryKey: ['getAdminOrdersVendorsByOrderVendorIdFulfillmentOptions', subOrder.id],
    queryFn: ({ signal }) => data('getAdminOrdersVendorsByOrderVendorIdFulfillmentOptions', { path, signal }),
  });
  return (
    <Modal
      opened
      onClose={close}
      title={`${some ? 'Send some pieces' : 'Fulfil the sub-order'} of ${subOrder.vendorName}`}
    >
      {options.error ? (
        <ErrorView error={options.error} retry={() => void options.refetch()} />
      ) : options.isPending ? (
        <PageLoader />
      ) : (
        <FulfilForm subOrder={subOrder} some={some} options={options.data} close={close} />
      )}
    </Modal>
  );
}

interface Option {
  id: string;
  methods: readonly string[];
  enabled: boolean;
  credentialSources: readonly {
    source: string;
    configured: boolean;
    missingKeys: readonly string[];
    couriers: readonly { code: string; name: string }[];
  }[];
}

function FulfilForm({
  subOrder,
  some,
  options,
  close,
}: {
  subOrder: SubOrder;
  some: boolean;
  options: readonly Option[];
  close: () => void;
}) {
  const enabled = options.filter((option) => option.enabled);
  const usable = enabled.find(
    ({ id, credentialSources }) => id !== 'carrier' || credentialSources.some(({ configured }) => configured),
  );
  const [providerId, setProvider] = useState((usable ?? enabled[0])?.id ?? 'self-handled');
  const [courier, setCourier] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [url, setUrl] = useState('');
  const [pieces, setPieces] = useState<Pieces>({});
  const lines = chosenLines(pieces);
  const { busy, error, send } = useSend();
  const refresh = useRefreshAll();
  const option = options.find(({ id }) => id === providerId);
  const sources = option?.credentialSources ?? [];
  const couriers = sources
    .filter(({ configured }) => configured)
    .flatMap(({ source, couriers: own }) =>
      own.map(({ code: courierCode, name }) => ({
        value: `${source} ${courierCode}`,
        label: `${name}, account of the ${source}`,
      })),
    );
  const byCarrier = providerId === 'carrier';
  const missing = byCarrier && couriers.length === 0 ? sources.flatMap(({ missingKeys }) => missingKeys) : [];

  function submit(event: FormEvent): void {
    event.preventDefault();
    const [credentialSource, courierCode] = (courier ?? '').split(' ');
    const body = byCarrier
      ? { providerId, courierCode, credentialSource }
      : { providerId, ...(code && { trackingCode: code }), ...(url && { trackingUrl: url }) };
    const path = { orderVendorId: subOrder.id };
    void send(
      async (idempotencyKey) => {
        const sent = some
          ? await call('postAdminOrdersVendorsByOrderVendorIdParcels', {
              path,
              idempotencyKey,
              body: { ...body, lines } as Parcel,
            })
          : await call('postAdminOrdersVendorsByOrderVendorIdFulfilled', {
              path,
              idempotencyKey,
              body: body as Fulfil,
            });
        return { status: sent.status };
      },
      (sent) => {
        const creating = sent.status === 202;
        notifications.show({
          color: 'teal',
          message: creating
            ? 'The carrier is making the label'
            : some
              ? 'The parcel is sent'
              : 'The sub-order is fulfilled',
        });
        void refresh();
        close();
      },
    );
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        {some && <PieceInputs lines={subOrder.lines} pieces={pieces} onChange={setPieces} />}
        {enabled.length > 1 && (
          <SegmentedControl
            aria-label="How it is sent"
            data={enabled.map(({ id }) => ({
              value: id,
              label: id === 'carrier' ? 'By a courier' : 'Own delivery',
            }))}
            value={providerId}
            onChange={setProvider}
          />
        )}
        {enabled.length === 0 && (
          <Alert color="orange">
            No way of sending is enabled for this vendor. Its shipping settings enable one.
          </Alert>
        )}
        {missing.length > 0 && (
          <Alert color="orange" title="The carrier account is not configured">
            Missing: {[...new Set(missing)].map((name) => label(name.split('.').at(-1) ?? name)).join(', ')}.{' '}
            <Link to="/settings/admin/shipping-carrier">Set up the account of the platform</Link>
          </Alert>
        )}
        {byCarrier ? (
          <Select
            label="Courier"
            required
            data={couriers}
            value={courier}
            onChange={setCourier}
            placeholder={couriers.length === 0 ? 'None is available' : 'Choose one'}
          />
        ) : (
          <>
            <TextInput
              label="Tracking number"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <TextInput
              label="Tracking page"
              type="url"
              placeholder="https://…"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
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
            disabled={(byCarrier ? courier === null : enabled.length === 0) || (some && lines.length === 0)}
          >
            {some ? 'Send' : 'Fulfil'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Alert, Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { pathOf } from 'haat-client';
import { Link } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { State } from '../../generic/value.js';
import { label } from '../../lib/format.js';
import { ParcelSlipButton } from '../vendor-orders/document-buttons.js';
import { PickupButton, PICKUP_TEXT } from '../vendor-orders/pickup-button.js';
import type { Line, SubOrder } from './order.js';
import { ExpectedDay, TrackingLink, VoidState } from './parcel-links.js';
import { ParcelScans } from './parcel-scans.js';
import { unsentOf } from './piece-inputs.js';

type Parcel = NonNullable<SubOrder['parcels']>[number];

const sides = {
  admin: {
    label: (parcelId: string) => pathOf('getAdminParcelsByParcelIdLabel', { parcelId }),
    challan: (parcelId: string) => pathOf('getAdminParcelsByParcelIdChallan', { parcelId }),
    delivered: 'postAdminParcelsByParcelIdDelivered',
    fetch: null,
  },
  vendor: {
    label: (parcelId: string) => pathOf('getVendorParcelsByParcelIdLabel', { parcelId }),
    challan: (parcelId: string) => pathOf('getVendorParcelsByParcelIdChallan', { parcelId }),
    delivered: 'postVendorParcelsByParcelIdDelivered',
    fetch: 'postVendorParcelsByParcelIdLabelFetch',
  },
} as const;

interface Props {
  side: keyof typeof sides;
  subOrderId: string;
  parcels: readonly Parcel[];
  lines: readonly Line[];
}

/** The parcels of a sub-order that is sent in several: what is in each, its label, its scans. */
export function SeveralParcels({ parcels, ...rest }: Props) {
  const left = rest.lines.reduce((sum, line) => sum + unsentOf(line), 0);
  return (
    <Stack gap="sm">
      {parcels.map((parcel) => (
        <ParcelCard key={parcel.id} parcel={parcel} {...rest} />
      ))}
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {left === 1 ? '1 piece is in no parcel yet.' : `${left} pieces are in no parcel yet.`}
        </Text>
      )}
    </Stack>
  );
}

function ParcelCard({ side, subOrderId, parcel, lines }: Omit<Props, 'parcels'> & { parcel: Parcel }) {
  const { label: labelOf, challan, delivered, fetch } = sides[side];
  const path = { parcelId: parcel.id };
  const code = parcel.awb ?? parcel.trackingCode;
  const made = parcel.status === 'created';
  return (
    <Card withBorder padding="sm" component="section" aria-label={`Parcel ${parcel.number}`}>
      <Stack gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            Parcel {parcel.number} · {parcel.courierCode ? label(parcel.courierCode) : 'own delivery'}
            {code && ` · ${code}`}
          </Text>
          <State text={stateOf(parcel)} />
        </Group>
        <Text size="sm" c="dimmed">
          {parcel.lines.map(({ lineId, quantity }) => `${quantity} × ${titleOf(lines, lineId)}`).join(', ')}
        </Text>
        {parcel.error && <Alert color="red">{parcel.error}</Alert>}
        <Group gap="xs">
          {parcel.labelUrl && (
            <Button
              component="a"
              size="compact-sm"
              variant="default"
              href={labelOf(parcel.id)}
              target="_blank"
            >
              Print the label
            </Button>
          )}
          {made && parcel.number > 1 && (
            <Button
              component="a"
              size="compact-sm"
              variant="default"
              href={challan(parcel.id)}
              target="_blank"
            >
              Delivery challan
            </Button>
          )}
          {side === 'vendor' && made && <ParcelSlipButton parcelId={parcel.id} />}
          {fetch && made && parcel.awb && !parcel.labelUrl && (
            <ActButton
              size="compact-sm"
              operation={fetch}
              path={path}
              label="Fetch the label"
              done="The label is being fetched"
            />
          )}
          {side === 'vendor' && made && parcel.awb && parcel.trackingStatus === 'pending' && (
            <PickupButton
              size="compact-sm"
              title="Request a pickup"
              text={PICKUP_TEXT}
              courierCode={parcel.courierCode ?? undefined}
            />
          )}
          <TrackingLink url={parcel.trackingUrl} />
          {made && !['delivered', 'returned'].includes(parcel.trackingStatus) && (
            <ActButton
              size="compact-sm"
              operation={delivered}
              path={path}
              label="Mark as delivered"
              text={`Parcel ${parcel.number} has arrived at the buyer. The order is delivered with the last of its parcels.`}
              done="The parcel is delivered"
            />
          )}
        </Group>
        {made && parcel.trackingStatus === 'returned' && (
          <Text size="sm">
            The carrier takes it back to its sender. Its pieces are refunded and go back on hand when its{' '}
            {side === 'vendor' ? (
              <Anchor component={Link} to="/vendor/return-requests">
                return
              </Anchor>
            ) : (
              'return'
            )}{' '}
            is received.
          </Text>
        )}
        <ExpectedDay {...parcel} />
        <VoidState {...parcel} />
        {parcel.awb && <ParcelScans side={side} subOrderId={subOrderId} parcelId={parcel.id} />}
      </Stack>
    </Card>
  );
}

/** A parcel without a carrier is on its way from the start: nobody scans it. */
function stateOf({ status, trackingStatus, courierCode }: Parcel): string {
  if (status !== 'created') return status;
  if (trackingStatus !== 'pending') return trackingStatus;
  return courierCode ? 'awaiting_pickup' : 'sent';
}

function titleOf(lines: readonly Line[], lineId: string): string {
  const line = lines.find(({ id }) => id === lineId);
  return [line?.title, line?.variantTitle].filter(Boolean).join(', ');
}

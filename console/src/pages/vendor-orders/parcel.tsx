import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { pathOf } from 'haat-client';
import { ActButton } from '../../generic/act-button.js';
import { ExpectedDay, TrackingLink, VoidState } from '../orders/parcel-links.js';
import { ParcelScans } from '../orders/parcel-scans.js';
import { SeveralParcels } from '../orders/several-parcels.js';
import { State } from '../../generic/value.js';
import { label } from '../../lib/format.js';
import type { VendorOrder } from './order-page.js';
import { PickupButton, PICKUP_TEXT } from './pickup-button.js';

/** How the order travels: label, number, scans, and what went wrong. */
export function Parcel({ order }: { order: VendorOrder }) {
  const { shipment, status, parcels, lines } = order;
  if (parcels && shipment?.status !== 'creating')
    return <SeveralParcels side="vendor" subOrderId={order.id} parcels={parcels} lines={lines} />;
  if (!shipment)
    return (
      <Text size="sm" c="dimmed">
        {status === 'pending' ? 'Pack the items, then send the parcel.' : 'No parcel is known.'}
      </Text>
    );
  if (shipment.status === 'creating')
    return (
      <Group gap="xs">
        <Loader size="xs" />
        <Text size="sm">The carrier is making the label. This page shows it as soon as it is there.</Text>
      </Group>
    );
  const number = shipment.awb ?? shipment.trackingCode;
  const path = { orderVendorId: order.id };
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {shipment.courierCode ? label(shipment.courierCode) : 'Sent by yourself'}
          {number && ` · ${number}`}
        </Text>
        <State text={stateOf(shipment)} />
      </Group>
      {shipment.error && (
        <Alert color="red" title="The carrier refused the parcel">
          {shipment.error}
        </Alert>
      )}
      <Group gap="xs">
        {shipment.labelUrl && (
          <Button
            component="a"
            variant="default"
            href={pathOf('getVendorOrdersByOrderVendorIdLabel', path)}
            target="_blank"
          >
            Print the label
          </Button>
        )}
        {shipment.awb && !shipment.labelUrl && (
          <ActButton
            operation="postVendorOrdersByOrderVendorIdLabelFetch"
            path={path}
            label="Fetch the label"
            text="The carrier is asked for the label once more."
            done="The label is being fetched"
          />
        )}
        {shipment.awb && status === 'fulfilled' && shipment.trackingStatus === 'pending' && (
          <PickupButton
            title="Request a pickup"
            text={PICKUP_TEXT}
            courierCode={shipment.courierCode ?? undefined}
          />
        )}
        <TrackingLink url={shipment.trackingUrl} />
      </Group>
      <ExpectedDay {...shipment} />
      <VoidState {...shipment} />
      {number && <ParcelScans side="vendor" subOrderId={order.id} />}
    </Stack>
  );
}

/** A parcel that no carrier has scanned waits for its pickup; without a carrier nobody scans it. */
function stateOf({ status, trackingStatus, courierCode }: NonNullable<VendorOrder['shipment']>): string {
  if (status !== 'created') return status;
  return trackingStatus === 'pending' && courierCode ? 'awaiting_pickup' : trackingStatus;
}

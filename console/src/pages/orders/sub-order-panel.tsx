import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { pathOf } from 'haat-client';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { Panel } from '../../generic/panel.js';
import { State } from '../../generic/value.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { FulfilDialog } from './fulfil-dialog.js';
import { LineTable } from './line-table.js';
import type { Order, SubOrder } from './order.js';
import { ParcelAttention } from './parcel-attention.js';
import { ParcelScans } from './parcel-scans.js';
import { canSplit } from './piece-inputs.js';
import { SeveralParcels } from './several-parcels.js';

/** A sub-order: lines, parcel, and what its state allows. */
export function SubOrderPanel({ order, subOrder }: { order: Order; subOrder: SubOrder }) {
  const [fulfilling, setFulfilling] = useState<'all' | 'some' | null>(null);
  const session = useSession();
  const fulfil = useDeclarations().get('postAdminOrdersVendorsByOrderVendorIdFulfilled');
  const split = useDeclarations().get('postAdminOrdersVendorsByOrderVendorIdParcels');
  const restOnly =
    subOrder.status === 'pending' && subOrder.lines.some(({ sentQuantity = 0 }) => sentQuantity > 0);
  const path = { orderVendorId: subOrder.id };
  const canFulfil =
    subOrder.status === 'pending' && order.status !== 'pending_payment' && order.status !== 'cancelled';
  return (
    <Panel
      flush
      title={
        <Group gap="xs" component="span">
          <Anchor component={Link} to={`/admin/vendors/${subOrder.vendorId}`} inherit>
            {subOrder.vendorName}
          </Anchor>
          <State text={subOrder.status} />
          {subOrder.awaitingReturn && (
            <Badge variant="light" color="orange" tt="none">
              Comes back
            </Badge>
          )}
        </Group>
      }
      actions={
        <>
          {canFulfil && mayCall(fulfil, session) && (
            <Button size="compact-sm" onClick={() => setFulfilling('all')}>
              {subOrder.parcels ? 'Send the rest' : 'Fulfil'}
            </Button>
          )}
          {canFulfil && canSplit(subOrder.lines) && mayCall(split, session) && (
            <Button size="compact-sm" variant="default" onClick={() => setFulfilling('some')}>
              Send some pieces
            </Button>
          )}
          {subOrder.status === 'fulfilled' && (
            <ActButton
              size="compact-sm"
              operation="postAdminOrdersVendorsByOrderVendorIdDelivered"
              path={path}
              label="Mark as delivered"
              text={`${(subOrder.parcels?.length ?? 0) > 1 ? `All parcels of ${subOrder.vendorName} have arrived` : `The parcel of ${subOrder.vendorName} has arrived`}. The time for returns begins.`}
              done="The sub-order is delivered"
            />
          )}
          {(subOrder.status === 'pending' || subOrder.status === 'fulfilled') &&
            order.status !== 'pending_payment' && (
              <ActButton
                size="compact-sm"
                operation="postAdminOrdersVendorsByOrderVendorIdCancelled"
                path={path}
                label={restOnly ? 'Cancel the rest' : 'Cancel the sub-order'}
                danger
                text={
                  restOnly
                    ? 'What was not sent is cancelled, and what was paid for it goes back. Parcels that were sent go on.'
                    : `The ${subOrder.lines.length === 1 ? 'line' : `${subOrder.lines.length} lines`} of ${subOrder.vendorName} will not be sent; what was paid for them goes back to the buyer, who gets a mail.`
                }
                done={restOnly ? 'The rest is cancelled' : 'The sub-order is cancelled'}
              />
            )}
        </>
      }
    >
      <LineTable lines={subOrder.lines} currency={order.currency} />
      <Stack gap="xs" p="md">
        {subOrder.cancelReason && <Text size="sm">Cancelled: {subOrder.cancelReason}</Text>}
        {subOrder.parcels ? (
          <SeveralParcels
            side="admin"
            subOrderId={subOrder.id}
            parcels={subOrder.parcels}
            lines={subOrder.lines}
          />
        ) : (
          <Parcel subOrder={subOrder} orderNumber={order.orderNumber} />
        )}
      </Stack>
      {fulfilling && (
        <FulfilDialog subOrder={subOrder} some={fulfilling === 'some'} close={() => setFulfilling(null)} />
      )}
    </Panel>
  );
}

/** How it travels: the courier, its number, and what went wrong. */
function Parcel({
  subOrder: { id, shipment, status },
  orderNumber,
}: {
  subOrder: SubOrder;
  orderNumber: string;
}) {
  if (!shipment)
    return (
      <Text size="sm" c="dimmed">
        {status === 'pending' ? 'No parcel yet.' : 'No parcel is known.'}
      </Text>
    );
  const number = shipment.awb ?? shipment.trackingCode;
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {label(shipment.courierCode ?? shipment.providerId)} {number && `· ${number}`}
        </Text>
        <State text={shipment.status === 'created' ? shipment.trackingStatus : shipment.status} />
        {shipment.trackingUrl && (
          <Anchor size="sm" href={shipment.trackingUrl} target="_blank" rel="noreferrer noopener">
            Track
          </Anchor>
        )}
        {shipment.labelUrl && (
          <Anchor
            size="sm"
            href={pathOf('getAdminOrdersVendorsByOrderVendorIdLabel', { orderVendorId: id })}
            target="_blank"
          >
            Label
          </Anchor>
        )}
      </Group>
      <Group gap="xs">
        {shipment.awb && !shipment.labelUrl && (
          <ActButton
            size="compact-sm"
            operation="postAdminOrdersVendorsByOrderVendorIdLabelFetch"
            path={{ orderVendorId: id }}
            label="Fetch the label"
            done="The label is being fetched"
          />
        )}
      </Group>
      {!number && shipment.status === 'created' && shipment.providerId === 'carrier' && (
        <Text size="sm" c="orange">
          No AWB yet: the carrier has not said under which number the parcel travels. Without one, cancel the
          sub-order or look it up at the carrier.
        </Text>
      )}
      {number && <ParcelScans side="admin" subOrderId={id} />}
      {shipment.providerId === 'carrier' && <ParcelAttention orderNumber={orderNumber} subOrderId={id} />}
      {shipment.error && (
        <Text size="sm" c="red">
          {shipment.error}
        </Text>
      )}
      {shipment.voidStatus && (
        <Text size="sm" c="dimmed">
          Cancellation at the carrier: {label(shipment.voidStatus).toLowerCase()}
          {shipment.voidError && `, ${shipment.voidError}`}
        </Text>
      )}
    </Stack>
  );
}

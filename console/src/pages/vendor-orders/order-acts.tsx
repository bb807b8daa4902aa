import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { FulfilDialog } from './fulfil-dialog.js';
import { canSplit } from '../orders/piece-inputs.js';
import type { VendorOrder } from './order-page.js';

/** What a seller can do with an order as it is now. */
export function OrderActs({ order }: { order: VendorOrder }) {
  const [sending, setSending] = useState<'all' | 'some' | null>(null);
  const session = useSession();
  const fulfil = useDeclarations().get('postVendorOrdersByOrderVendorIdFulfilled');
  const split = useDeclarations().get('postVendorOrdersByOrderVendorIdParcels');
  const someSent = order.lines.some(({ sentQuantity = 0 }) => sentQuantity > 0);
  const restOnly = order.status === 'pending' && someSent;
  const path = { orderVendorId: order.id };
  const creating =
    order.shipment?.status === 'creating' || order.parcels?.some(({ status }) => status === 'creating');
  return (
    <Group gap="xs">
      {order.status === 'pending' && !creating && mayCall(fulfil, session) && (
        <Button onClick={() => setSending('all')}>
          {order.parcels ? 'Send the rest' : 'Send the parcel'}
        </Button>
      )}
      {order.status === 'pending' && !creating && canSplit(order.lines) && mayCall(split, session) && (
        <Button variant="default" onClick={() => setSending('some')}>
          Send some pieces
        </Button>
      )}
      {order.status === 'fulfilled' && (
        <ActButton
          operation="postVendorOrdersByOrderVendorIdDelivered"
          path={path}
          label="Mark as delivered"
          text={`${(order.parcels?.length ?? 0) > 1 ? 'All parcels have' : 'The parcel has'} arrived at the buyer. The time for returns begins, and the payout after it.`}
          done="The order is delivered"
        />
      )}
      {(order.status === 'pending' || order.status === 'fulfilled') && !creating && (
        <ActButton
          operation="postVendorOrdersByOrderVendorIdCancelled"
          path={path}
          label={restOnly ? 'Cancel the rest' : 'Cancel the order'}
          danger
          text={
            restOnly
              ? 'What was not sent is cancelled, and what was paid for it goes back. Parcels that were sent go on.'
              : `The buyer gets a mail with your reason, and what was paid goes back. ${order.lines.length === 1 ? 'The line is' : `All ${order.lines.length} lines are`} cancelled.`
          }
          done={restOnly ? 'The rest is cancelled' : 'The order is cancelled'}
        />
      )}
      {sending && <FulfilDialog order={order} some={sending === 'some'} close={() => setSending(null)} />}
    </Group>
  );
}

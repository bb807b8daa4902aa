import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { FulfilDialog } from './fulfil-dialog.js';
import type { VendorOrder } from './order-page.js';

/** What a seller can do with an order as it is now. */
export function OrderActs({ order }: { order: VendorOrder }) {
  const [sending, setSending] = useState(false);
  const session = useSession();
  const fulfil = useDeclarations().get('postVendorOrdersByOrderVendorIdFulfilled');
  const path = { orderVendorId: order.id };
  const creating = order.shipment?.status === 'creating';
  return (
    <Group gap="xs">
      {order.status === 'pending' && !creating && mayCall(fulfil, session) && (
        <Button onClick={() => setSending(true)}>Send the parcel</Button>
      )}
      {order.status === 'fulfilled' && (
        <ActButton
          operation="postVendorOrdersByOrderVendorIdDelivered"
          path={path}
          label="Mark as delivered"
          text="The parcel has arrived at the buyer. The time for returns begins, and the payout after it."
          done="The order is delivered"
        />
      )}
      {(order.status === 'pending' || order.status === 'fulfilled') && !creating && (
        <ActButton
          operation="postVendorOrdersByOrderVendorIdCancelled"
          path={path}
          label="Cancel the order"
          danger
          text={`The buyer gets a mail with your reason, and what was paid goes back. ${order.lines.length === 1 ? 'The line is' : `All ${order.lines.length} lines are`} cancelled.`}
          done="The order is cancelled"
        />
      )}
      {sending && <FulfilDialog order={order} close={() => setSending(false)} />}
    </Group>
  );
}

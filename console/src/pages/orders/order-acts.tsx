import { doneOrWaits } from '../money/approvals-tab.js';
import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { part } from '../../shell/part.js';
import { type Order, refundable } from './order.js';

const RefundDialog = part(() => import('./refund-dialog.js').then(({ RefundDialog }) => RefundDialog));

/** What can be done with the whole order as it is now. */
export function OrderActs({ order }: { order: Order }) {
  const [refunding, setRefunding] = useState(false);
  const session = useSession();
  const refund = useDeclarations().get('postAdminOrdersByOrderIdRefunds');
  const unpaidCash = order.paymentMethod === 'cod' && order.paymentStatus === 'unpaid';
  const path = { orderId: order.id };
  const open = order.status === 'pending_payment' || order.status === 'confirmed';
  return (
    <Group gap="xs">
      {unpaidCash && order.status !== 'cancelled' && (
        <ActButton
          operation="postAdminOrdersByOrderIdMarkPaid"
          path={path}
          label="Mark as paid"
          variant="filled"
          text={`The cash of ${money(order.grandTotal, order.currency)} has arrived. The order is paid from then on, and vendors are paid out for it.`}
          done={doneOrWaits('The order is paid')}
        />
      )}
      {refundable(order) > 0 && mayCall(refund, session) && (
        <Button size="sm" variant="default" onClick={() => setRefunding(true)}>
          Refund
        </Button>
      )}
      {open && (
        <ActButton
          operation="postAdminOrdersByOrderIdCancel"
          path={path}
          label="Cancel the order"
          danger
          done="The order is cancelled"
        />
      )}
      <Suspense fallback={null}>
        {refunding && <RefundDialog order={order} close={() => setRefunding(false)} />}
      </Suspense>
    </Group>
  );
}

import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { placedPayload } from '#operations/orders/order-transitions.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { ordersSettings } from '#domain/orders/orders.settings.js';
import type { SubOrder } from '#domain/orders/order.js';
import type { Container } from '#runtime/container.js';
import type { PlannedOrder } from './order-diary.js';

/** Each step is one row of a statement, which has a limited number of parameters. */
const STEPS_AT_ONCE = 500;

/**
 * Writes orders as they are. Those of the past are over: they have no events. Of those that wait for their payment
 * the platform gets events as of any other, so that they are followed up.
 */
export async function writeOrders(
  tx: Tx,
  ctx: Context,
  planned: readonly PlannedOrder[],
  { outbox, settings }: Pick<Container, 'outbox' | 'settings'>,
): Promise<void> {
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  await orders.insertAll(
    tx,
    planned.map(({ written }) => written),
  );
  await writeMoves(tx, planned);
  for (const { written, payment, refund, waiting } of planned) {
    await payments.insert(tx, payment);
    if (refund) await refunds.insert(tx, refund);
    if (waiting)
      outbox.append(
        tx,
        ctx,
        ordersEvents.placed,
        written.order.id,
        placedPayload(written.order, settings.get(ordersSettings.fulfilReminderHours)),
      );
  }
  const steps = planned.flatMap((item) => item.steps);
  for (let from = 0; from < steps.length; from += STEPS_AT_ONCE)
    await orders.appendToTimeline(tx, steps.slice(from, from + STEPS_AT_ONCE));
}

/** When sub-orders were sent, handed over or cancelled, which new ones never were. */
async function writeMoves(tx: Tx, planned: readonly PlannedOrder[]): Promise<void> {
  const moves = planned.flatMap(({ written }) =>
    (
      written.subOrders as (SubOrder & Partial<Record<'fulfilledAt' | 'deliveredAt' | 'cancelledAt', Date>>)[]
    ).map(({ id, fulfilledAt, deliveredAt, cancelledAt }) => ({
      id,
      fulfilled_at: fulfilledAt,
      delivered_at: deliveredAt,
      cancelled_at: cancelledAt,
    })),
  );
  await tx.raw(
    `update orders_sub_orders sub_order set fulfilled_at = moved.fulfilled_at, delivered_at = moved.delivered_at,
       cancelled_at = moved.cancelled_at
     from jsonb_to_recordset(?::jsonb)
       as moved(id uuid, fulfilled_at timestamptz, delivered_at timestamptz, cancelled_at timestamptz)
     where sub_order.id = moved.id`,
    [JSON.stringify(moves)],
  );
}

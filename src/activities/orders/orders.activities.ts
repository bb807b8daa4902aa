import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { readOrder } from '#db/orders/order.query.js';
import { createProviderQuestion } from '#activities/payments/ask-provider.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { PAYMENT_WINDOW_ENDED } from '#domain/orders/order.js';
import { reminderDue } from '#domain/orders/fulfil-reminder.js';
import { ordersSettings } from '#domain/orders/orders.settings.js';
import { isMoving } from '#domain/orders/sub-order.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import type { Platform } from '#operations/platform.js';
import type { OrderState } from '#workflows/orders/orders.contract.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock'> & {
  providers: PaymentProviders;
};

/** The steps of an order that its workflow takes. */
export function createOrdersActivities(deps: Deps) {
  const { knex, unitOfWork, clock, settings } = deps;
  const orders = createOrderWriteRepository();
  const transitions = deps.operations.orderTransitions;
  const ask = createProviderQuestion(deps);

  async function readOrderState({ orderId }: { orderId: string }): Promise<OrderState> {
    const row = await orders.state(knex, orderId);
    const remindAt = row && reminderDue(row, settings.get(ordersSettings.fulfilReminderHours));
    return {
      status: row?.status ?? 'unknown',
      expiresAt: row?.expiresAt?.toISOString() ?? null,
      ...(remindAt && { remindAt: remindAt.toISOString() }),
    };
  }

  return {
    readOrderState,

    /**
     * Cancels the order if it is still unpaid and its time is over; returns how it is then.
     * @param input with `early` its time is over now, because nobody follows it any further
     */
    async expireOrder(input: { orderId: string; origin: Origin; early?: boolean }): Promise<OrderState> {
      const { orderId, origin, early = false } = input;
      const ctx = systemContext({ ...origin, actor: { type: 'system', id: 'followOrder' } }, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        const order = await orders.lock(tx, orderId);
        if (order?.status !== 'pending_payment') return;
        await transitions.cancel(tx, ctx, order, {
          from: ['pending_payment'],
          reason: PAYMENT_WINDOW_ENDED,
          explanation: early ? 'The time to pay was ended early' : 'The payment did not arrive in time',
          paymentStatus: 'failed',
          windowEnded: early ? 'early' : true,
        });
      });
      return readOrderState({ orderId });
    },

    /** Reminds vendors of the sub-orders they have not moved, each once; returns how the order is then. */
    async remindVendors({ orderId, origin }: { orderId: string; origin: Origin }): Promise<OrderState> {
      const ctx = systemContext({ ...origin, actor: { type: 'system', id: 'followOrder' } }, clock.now());
      if (settings.get(ordersSettings.fulfilReminderHours) > 0) {
        await unitOfWork.run(ctx, async (tx) => {
          // Behind the lock that every move takes first: a sub-order that has just moved is not reminded of.
          if (!(await orders.lock(tx, orderId))) return;
          const order = await readOrder(tx, { orderId });
          const subOrders = order?.subOrders.filter(({ status }) => status === 'pending') ?? [];
          if (!order || !isMoving(order.status) || subOrders.length === 0) return;
          const pending = { ...order, subOrders };
          await deps.operations.orderMails.fulfilReminder(tx, ctx, pending);
        });
      }
      return readOrderState({ orderId });
    },

    /** Asks the providers of an order's payments whether they hold money for it, for when a webhook was lost. */
    async settleMissedPayments({ orderId, origin }: { orderId: string; origin: Origin }): Promise<void> {
      const order = await readOrder(knex, { orderId });
      for (const payment of order?.payments ?? []) await ask(payment, { ...origin, name: 'followOrder' });
    },
  };
}

export type OrdersActivities = ReturnType<typeof createOrdersActivities>;

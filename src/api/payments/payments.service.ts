import { createCashLimits, piecesOf } from '#api/checkout/cash-limits.js';
import { requireUser } from '#api/kernel/require.js';
import { readCartDetails } from '#db/carts/cart-quote.query.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { type OrderView, readOrder } from '#db/orders/order.query.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Order, OrderPlatform } from '#domain/orders/order.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import { optionKey } from '#domain/payments/checkout-option.js';
import { isPayable } from '#domain/payments/payment.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { CheckoutPage } from '#integrations/payments/payment-provider.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Platform } from '#operations/platform.js';
import { newId } from '#lib/ids.js';
import type { PaymentOptions } from './payment-options.js';
import type { PaymentInitiator } from './start-payment.js';

export interface PayOrderInput {
  orderId: string;
  /** Undefined for the way to pay that was chosen last. */
  paymentOption?: string;
  returnUrl?: string;
  platform: OrderPlatform;
}

export function createPaymentsService(
  container: Platform,
  deps: { options: PaymentOptions; initiator: PaymentInitiator; providers: PaymentProviders },
) {
  const { knex, unitOfWork, settings, config } = container;
  const { options, initiator, providers } = deps;
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const holdCashOrder = createCashLimits(settings);
  const settlement = container.operations.paymentSettlement;

  async function read(orderId: string): Promise<OrderView> {
    const order = await readOrder(knex, { orderId });
    if (!order) throw platformErrors.notFound({ entity: 'Order' });
    return order;
  }

  async function payableOrder(tx: Tx, ctx: Context, orderId: string): Promise<Order> {
    const order = await orders.lock(tx, orderId);
    if (!order || order.userId !== requireUser(ctx)) throw platformErrors.notFound({ entity: 'Order' });
    const inTime = order.expiresAt !== null && ctx.now < order.expiresAt;
    if (order.status !== 'pending_payment' || !inTime) throw ordersErrors.notPayable();
    return order;
  }

  /** The attempt that waits in the chosen way, else a new one: a declined one has had its say. */
  async function attempt(tx: Tx, ctx: Context, input: PayOrderInput): Promise<string> {
    const order = await payableOrder(tx, ctx, input.orderId);
    const option = options.choose(input.paymentOption ?? lastOption(order), input.platform);
    const { id: orderId, grandTotal, storeCredit, currency } = order;
    const amount = grandTotal - storeCredit;
    options.assertTakes(option, amount, currency);
    const { provider, method } = option;
    const waiting = (await payments.ofOrder(tx, order.id)).find(
      (item) => item.status === 'pending' && item.providerId === provider.id && item.method === method,
    );
    if (waiting) {
      if (input.returnUrl) await payments.setReturnUrl(tx, waiting.id, input.returnUrl);
      return waiting.id;
    }
    const id = newId();
    await payments.insert(tx, {
      id,
      orderId,
      providerId: provider.id,
      method,
      amount,
      storeCredit,
      currency,
      status: 'pending',
      createdAt: ctx.now,
    });
    const chosen = { paymentProviderId: provider.id, paymentMethod: method };
    await orders.setPayment(tx, orderId, { paymentStatus: 'unpaid', ...chosen });
    await orders.appendToTimeline(tx, [
      { orderId, event: 'payment.started', note: provider.label, actor: ctx.actor },
    ]);
    if (provider.acceptsAtOnce) await holdCash(tx, ctx, order);
    if (provider.acceptsAtOnce) await settlement.accepted(tx, ctx, id);
    return id;
  }

  async function holdCash(tx: Tx, ctx: Context, order: Order): Promise<void> {
    const lines =
      (await readOrder(tx, { orderId: order.id }))?.subOrders.flatMap((subOrder) => subOrder.lines) ?? [];
    const cart = await readCartDetails(tx, order.cartId, order.userId);
    const confirmedEmail = cart?.cart.confirmedEmail ?? null;
    await holdCashOrder(tx, ctx, order, { pieces: piecesOf(lines), confirmedEmail });
  }

  function lastOption({ paymentProviderId, paymentMethod }: Order): string {
    const provider = providers.get(paymentProviderId);
    return provider ? optionKey(provider, paymentMethod) : paymentProviderId;
  }

  return {
    /** Starts, or starts again, the payment of an order that waits for one. */
    async pay(ctx: Context, input: PayOrderInput): Promise<{ order: OrderView; paymentId: string }> {
      const paymentId = await unitOfWork.run(ctx, (tx) => attempt(tx, ctx, input));
      const order = await read(input.orderId);
      const started = await initiator.start(ctx, order, paymentId, input.returnUrl);
      return { order: started ? await read(input.orderId) : order, paymentId };
    },

    /**
     * The page that opens the payment form of a provider without a page to redirect to.
     * @throws AppError NOT_FOUND, or CONFLICT when there is nothing to pay any more
     */
    async checkoutPage(ctx: Context, paymentId: string): Promise<CheckoutPage> {
      const payment = await payments.find(knex, paymentId);
      const provider = payment && providers.get(payment.providerId);
      if (!provider?.checkoutPage || !payment?.providerOrderId)
        throw platformErrors.notFound({ entity: 'Payment' });
      const order = await read(payment.orderId);
      // The provider would take the money, which would then have to go back.
      if (!isPayable(order, payment, ctx.now)) throw ordersErrors.notPayable();
      const { email, customerName: name, orderNumber, shippingAddress } = order;
      return provider.checkoutPage({
        settings: readPaymentSettings(settings),
        paymentId,
        providerOrderId: payment.providerOrderId,
        providerData: payment.providerData,
        orderNumber,
        amount: payment.amount,
        currency: payment.currency,
        method: payment.method,
        storeName: settings.get(storeSettings.storeName),
        customer: { email, name, phone: shippingAddress.phone },
        returnUrl: payment.returnUrl ?? initiator.returnUrlOf(order),
        callbackBaseUrl: config.PUBLIC_API_BASE_URL,
      });
    },
  };
}

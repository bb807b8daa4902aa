import { requireUser } from '#api/kernel/require.js';
import type { PaymentOption, PaymentOptions } from '#api/payments/payment-options.js';
import type { PaymentInitiator } from '#api/payments/start-payment.js';
import { type CartDetails, readCartDetails } from '#db/carts/cart-quote.query.js';
import { createCartsRepository } from '#db/carts/carts.repository.js';
import { newOrderView } from '#operations/orders/new-order-view.js';
import { confirmedStep, placedPayload } from '#operations/orders/order-transitions.js';
import { createDiscountsRepository } from '#db/discounts/discounts.repository.js';
import { createOrderWriteRepository, isOrderNumberConflict } from '#db/orders/order-write.repository.js';
import { type OrderView, readOrder } from '#db/orders/order.query.js';
import type { NewPayment } from '#db/payments/payments.repository.js';
import {
  reserve,
  reserveAtCommit,
  type Shortage,
  shortagesOf,
} from '#db/inventory/reservations.repository.js';
import { commitWith, lastOfAll, type Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { checkoutErrors } from '#domain/checkout/checkout.errors.js';
import type { Quote } from '#domain/checkout/quote.js';
import { lostGift } from '#domain/checkout/quoted-gifts.js';
import { hasLimit } from '#domain/discounts/coupon-rules.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';
import type { NewOrder, TimelineEntry } from '#domain/orders/order.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { ordersSettings } from '#domain/orders/orders.settings.js';
import type { BeginPlacement, OrderAboutToBePlaced } from '#operations/plugins/place-order-hooks.js';
import { requestedLocale } from '#operations/mail/offered-locales.js';
import type { Platform } from '#operations/platform.js';
import { newId } from '#lib/ids.js';
import { createCashLimits, piecesOf } from './cash-limits.js';
import { createPaymentChoice } from './chosen-credit.js';
import { draftFromCart } from './draft-from-cart.js';
import type { PlaceOrderInput } from './place-order-input.js';
import { assertPlaceable, whatIsShort } from './place-order-checks.js';
import type { PlacedOrder } from './placed-order.mapper.js';
import { couponBuyer, quoteCart } from './quote-cart.js';

/** Numbers are drawn from a trillion, so a second clash in a row means that something else is wrong. */
const NUMBER_ATTEMPTS = 5;

/**
 * Turns a cart into an order: quoted again, its stock reserved, written with every snapshot, all in one transaction that
 * waits for nobody outside. Only then is the payment created at its provider; the order stands whatever comes of that.
 */
export function createPlaceOrder(
  container: Platform,
  deps: { options: PaymentOptions; initiator: PaymentInitiator; hooks: BeginPlacement },
) {
  const { knex, unitOfWork, settings, outbox } = container;
  const carts = createCartsRepository();
  const orders = createOrderWriteRepository();
  const discounts = createDiscountsRepository(knex);
  const { couponUses, orderTransitions: transitions, storeCredit: credit } = container.operations;
  const choice = createPaymentChoice(deps.options, settings);
  const settlement = container.operations.paymentSettlement;
  const mails = container.operations.orderMails;
  const holdCashOrder = createCashLimits(settings);

  async function lockedCart(tx: Tx, ctx: Context, cartId: string): Promise<CartDetails> {
    const userId = requireUser(ctx);
    await carts.lock(tx, cartId, userId);
    const details = await readCartDetails(tx, cartId, userId);
    if (!details) throw platformErrors.notFound({ entity: 'Cart' });
    if (details.cart.status !== 'open') throw cartsErrors.notOpen();
    return details;
  }

  /** @throws AppError CONFLICT when the order would lack a gift that the cart has shown */
  async function assertGifts(tx: Tx, { cart }: CartDetails, quote: Quote): Promise<void> {
    const lost = lostGift(cart, quote);
    if (lost === undefined) return;
    const offer = quote.offers.find(({ discount }) => discount.id === lost)?.discount;
    const { name } = offer ?? (await discounts.find(lost, tx)) ?? { name: 'an offer' };
    throw discountsErrors.giftGone({ offer: name });
  }

  /** Writes the order with its first payment and the beginning of its timeline. */
  async function write(
    tx: Tx,
    ctx: Context,
    written: NewOrder,
    paymentId: string,
    option: PaymentOption,
  ): Promise<OrderView> {
    const { id: orderId, cartId, status, grandTotal, storeCredit, currency } = written.order;
    const confirmed = status === 'confirmed';
    const payment: NewPayment = {
      id: paymentId,
      orderId,
      providerId: option.provider.id,
      method: option.method,
      currency,
      amount: grandTotal - storeCredit,
      storeCredit,
      status: confirmed ? 'accepted' : 'pending',
      createdAt: ctx.now,
    };
    const toStatus = 'pending_payment';
    const steps: TimelineEntry[] = [
      { orderId, event: 'order.placed', toStatus, actor: ctx.actor },
      ...(confirmed ? [confirmedStep(ctx, orderId, toStatus)] : []),
    ];
    await orders.insertAll(tx, [written], { payments: [payment], steps });
    await carts.markOrdered(tx, cartId, orderId);
    return newOrderView(written, payment);
  }

  /**
   * Announces an order that is confirmed already; else mails the buyer that it waits for its payment.
   * @returns whether it is still as it was written
   */
  async function firstStep(tx: Tx, ctx: Context, order: OrderView, paymentId: string): Promise<boolean> {
    const { status, grandTotal, storeCredit, currency } = order;
    if (grandTotal === storeCredit) {
      const money = { providerPaymentId: null, amount: 0, currency, at: ctx.now };
      await settlement.captured(tx, ctx, paymentId, money);
      return false;
    }
    if (status === 'confirmed') await transitions.announceConfirmed(tx, ctx, order, { atPlacement: true });
    else await mails.placed(tx, ctx, order);
    return true;
  }

  /** The account of a buyer says its language; a guest has the browser alone. */
  const localeOf = ({ anonymous, acceptLanguage }: Context, { locale }: PlaceOrderInput) =>
    requestedLocale(settings, { named: locale, accepted: anonymous ? acceptLanguage : undefined });

  async function place(
    tx: Tx,
    ctx: Context,
    input: PlaceOrderInput,
  ): Promise<{ orderId: string; paymentId: string; order: OrderView | null }> {
    const details = await lockedCart(tx, ctx, input.cartId);
    const named = choice.option(ctx, input);
    const { platform, email } = input;
    const quote = await quoteCart(tx, ctx, details, { pricing: container, platform, email });
    assertPlaceable(quote, input.expectedTotal);
    await assertGifts(tx, details, quote);
    const { option, storeCredit } = choice.split(input, named, quote);
    const windowMinutes = settings.get(ordersSettings.paymentWindowMinutes);
    const written = draftFromCart(ctx, details.cart, {
      quote,
      input,
      option,
      storeCredit,
      windowMinutes,
      locale: localeOf(ctx, input),
      numbers: container.ports.orderNumbers,
    });
    const paymentId = newId();
    const hooks = deps.hooks();
    const act = actOf(written, input.paymentOption);
    await hooks.before(tx, ctx, act);
    const order = await write(tx, ctx, written, paymentId, option);
    await input.also?.(tx, order.id);
    if (storeCredit > 0) await credit.spend(tx, ctx, order);
    const { confirmedEmail } = details.cart;
    if (option.provider.acceptsAtOnce)
      await holdCashOrder(tx, ctx, written.order, { pieces: piecesOf(written.lines), confirmedEmail });
    const reminderHours = settings.get(ordersSettings.fulfilReminderHours);
    outbox.append(tx, ctx, ordersEvents.placed, order.id, placedPayload(order, reminderHours));
    const asWritten = await firstStep(tx, ctx, order, paymentId);
    const buyer = couponBuyer(ctx, details.cart, email);
    const applied = [...quote.offers, ...quote.coupons].filter((coupon) => !coupon.refusal);
    // An offer without a limit has no count that orders wait for, so its use is written with the rest.
    const counted = applied.some(({ discount }) => !discount.offer || hasLimit(discount));
    const holdUses = () => couponUses.hold(tx, ctx, { orderId: order.id, buyer }, applied);
    if (!counted) await holdUses();
    const { id: orderId, orderNumber, status } = written.order;
    transitions.announceHold(tx, ctx, written.lines);
    const stock = { referenceId: order.id, actor: ctx.actor };
    const outOfStock = (shortages: readonly Shortage[]) =>
      checkoutErrors.outOfStock({ what: whatIsShort(written.lines, shortages) });
    // Behind all that is written, so that buyers of the same variant wait for each other as briefly as can be.
    if (!counted && !hooks.waitsForEnd)
      commitWith(tx, reserveAtCommit(written.lines, stock), (error) => {
        const shortages = shortagesOf(error);
        return shortages ? outOfStock(shortages) : error;
      });
    else
      lastOfAll(tx, async () => {
        const held = await reserve(tx, written.lines, stock);
        if (!held.reserved) throw outOfStock(held.shortages);
        // Behind the stock, which is locked first everywhere; the count of a popular coupon is what most orders wait for.
        if (counted) await holdUses();
        await hooks.after(tx, ctx, { ...act, orderId, orderNumber, status });
      });
    return { orderId: order.id, paymentId, order: asWritten ? order : null };
  }

  return async function placeOrder(ctx: Context, input: PlaceOrderInput): Promise<PlacedOrder> {
    // What the transaction has written need not be read. The response may be that of another one, which an equal request
    // has made while this one was undone and tried again.
    const kept: { order?: OrderView | null } = {};
    const placeOnce = () =>
      unitOfWork.runOnce(ctx, async (tx) => {
        const { order, ...ids } = await place(tx, ctx, input);
        kept.order = order;
        return ids;
      });
    const { orderId, paymentId } = await withFreeNumber(placeOnce);
    const read = async () => {
      const order = await readOrder(knex, { orderId });
      if (!order) throw platformErrors.notFound({ entity: 'Order' });
      return order;
    };
    const placed = kept.order?.id === orderId ? kept.order : await read();
    const started = await deps.initiator.start(ctx, placed, paymentId, input.returnUrl);
    return { order: started ? await read() : placed, paymentId };
  };
}

/** What hooks of plugins see of an order. */
function actOf({ order, lines }: NewOrder, paymentOption: string): OrderAboutToBePlaced {
  const { cartId, userId, guest, currency, grandTotal } = order;
  return {
    cartId,
    userId,
    guest,
    paymentOption,
    currency,
    grandTotal,
    lines: lines.map(({ variantId, vendorId, quantity, unitPrice }) => ({
      variantId,
      vendorId,
      quantity,
      unitPrice,
    })),
  };
}

/** Numbers are drawn at random: should an order have the one that was drawn, all of it is done again with another. */
async function withFreeNumber<T>(place: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await place();
    } catch (error) {
      if (attempt === NUMBER_ATTEMPTS || !isOrderNumberConflict(error)) throw error;
    }
  }
}

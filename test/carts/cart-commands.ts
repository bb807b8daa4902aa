import { expect } from '@jest/globals';
import fc from 'fast-check';
import { createOrdersActivities } from '#activities/orders/orders.activities.js';
import { systemContext } from '#domain/_shared/context.js';
import { createDiscount } from '../_support/discounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { type CartResponse, data, type PlacedResponse, type TestShop } from '../_support/shop.js';
import { addressOf } from '../_support/vendors.js';
import {
  canPlace,
  type CartModel,
  type ModelDiscount,
  type ModelOrder,
  pay,
  place,
  quoteOf,
  reservedOf,
  usesOf,
} from './cart-model.js';

/** The real shop of one run, with a buyer, variants and discounts of its own. */
class Shop {
  cartId = '';
  readonly placed = new Map<ModelOrder, PlacedResponse>();

  constructor(
    readonly shop: TestShop,
    readonly http: HttpClient,
  ) {}

  async openCart(): Promise<void> {
    this.cartId = data(await this.http.post<CartResponse>('/store/carts')).id;
    const path = `/store/carts/${this.cartId}/addresses`;
    data(await this.http.put<CartResponse>(path, { shippingAddress: addressOf() }));
  }

  orderId(order: ModelOrder): string {
    return this.placed.get(order)?.order.id ?? '';
  }

  /** Holds the shop to the model: totals of the cart, states of orders, reserved stock, uses of coupons. */
  async check(model: CartModel): Promise<void> {
    const cart = data(await this.http.get<CartResponse>(`/store/carts/${this.cartId}`));
    const { amounts, total } = quoteOf(model);
    expect(cart.coupons.map(({ code, amount }) => [code, amount])).toEqual(
      model.coupons.map(({ code }, index) => [code, amounts[index]]),
    );
    expect(cart.totals.grandTotal).toBe(total);
    const { rows } = await this.shop.container.knex.raw<{ rows: Record<string, unknown>[] }>(
      `select (select jsonb_object_agg(id, status) from orders where id = any(?::uuid[])) as orders,
         (select jsonb_object_agg(variant_id, reserved) from inventory_levels where variant_id = any(?::uuid[])) as reserved,
         (select jsonb_object_agg(d.id, (select count(*) from discounts_redemptions r
            where r.discount_id = d.id and r.state = 'held')) from discounts d where d.id = any(?::uuid[])) as held,
         (select jsonb_object_agg(d.id, coalesce((select sum(u.uses) from discounts_uses u
            where u.discount_id = d.id and u.customer_key <> ''), 0)) from discounts d where d.id = any(?::uuid[])) as uses`,
      [
        model.orders.map((order) => this.orderId(order)),
        model.variants.map(({ id }) => id),
        ...[0, 1].map(() => model.discounts.map(({ id }) => id)),
      ],
    );
    const uses = Object.fromEntries(model.discounts.map((entry) => [entry.id, usesOf(model, entry)]));
    expect(rows[0]).toEqual({
      orders:
        model.orders.length === 0
          ? null
          : Object.fromEntries(model.orders.map((order) => [this.orderId(order), order.status])),
      reserved: Object.fromEntries(model.variants.map((entry) => [entry.id, reservedOf(model, entry)])),
      held: uses,
      uses,
    });
  }
}

type Run = (model: CartModel, real: Shop) => Promise<void>;

class Step implements fc.AsyncCommand<CartModel, Shop> {
  constructor(
    readonly name: string,
    readonly act: Run,
    readonly needs: (model: CartModel) => boolean = () => true,
  ) {}
  check = (model: Readonly<CartModel>) => this.needs(model as CartModel);
  toString = () => this.name;
  async run(model: CartModel, real: Shop): Promise<void> {
    await this.act(model, real);
    await real.check(model);
  }
}

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
const MAX_PIECES = 4;

const addItem = (which: number, quantity: number) =>
  new Step(
    `add ${quantity} of variant ${which}`,
    async (model, real) => {
      const variant = at(model.variants, which);
      const path = `/store/carts/${real.cartId}/items`;
      data(await real.http.post<CartResponse>(path, { variantId: variant.id, quantity }));
      model.items.set(variant, (model.items.get(variant) ?? 0) + quantity);
    },
    (model) => (model.items.get(at(model.variants, which)) ?? 0) + quantity <= MAX_PIECES,
  );

const addCoupon = (which: number) =>
  new Step(`add coupon ${which}`, async (model, real) => {
    const discount = at(model.discounts, which);
    const path = `/store/carts/${real.cartId}/coupons`;
    const { status } = await real.http.post(path, { code: discount.code });
    if (model.coupons.includes(discount)) return expect(status).toBe(200);
    model.coupons.push(discount);
    const applies = (quoteOf(model).amounts.at(-1) ?? 0) > 0;
    if (!applies) model.coupons.pop();
    expect(status).toBe(applies ? 201 : 409);
  });

const removeCoupon = (which: number) =>
  new Step(
    `remove coupon ${which}`,
    async (model, real) => {
      const discount = at(model.coupons, which);
      data(await real.http.delete<CartResponse>(`/store/carts/${real.cartId}/coupons/${discount.code}`));
      model.coupons = model.coupons.filter((entry) => entry !== discount);
    },
    (model) => model.coupons.length > 0,
  );

const placeOrder = (byCash: boolean) =>
  new Step(`place for ${byCash ? 'cash' : 'a payment'}`, async (model, real) => {
    const body = { expectedTotal: quoteOf(model).total, paymentOption: byCash ? 'cod' : 'sandbox' };
    const response = await real.http.post<PlacedResponse>(`/store/carts/${real.cartId}/place-order`, body);
    if (!canPlace(model)) return expect(response.status).toBe(409);
    const order = place(model, byCash);
    const placed = data(response);
    expect(placed.order).toMatchObject({ status: order.status, grandTotal: order.total });
    expect(placed.order.coupons.map(({ code }) => code)).toEqual(order.coupons.map(({ code }) => code));
    real.placed.set(order, placed);
    await real.openCart();
  });

/** Something that happens to an order. @param fit which orders it can happen to */
const onOrder = (
  name: string,
  which: number,
  act: (real: Shop, order: ModelOrder, model: CartModel) => Promise<void>,
  fit: (order: ModelOrder) => boolean = () => true,
) =>
  new Step(
    `${name} order ${which}`,
    (model, real) => act(real, at(model.orders.filter(fit), which), model),
    (model) => model.orders.some(fit),
  );

const byProvider = (order: ModelOrder) => !order.byCash && order.total > 0;

const payOrder = (which: number) =>
  onOrder(
    'pay',
    which,
    async (real, order, model) => {
      const { unitOfWork, operations } = real.shop.container;
      const paymentId = real.placed.get(order)?.payment.id ?? '';
      const ctx = systemContext({ actor: { type: 'webhook', id: 'sandbox' } }, new Date());
      const money = {
        providerPaymentId: `pay_${paymentId}`,
        amount: order.total,
        currency: 'INR',
        at: ctx.now,
      };
      await unitOfWork.run(ctx, (tx) => operations.paymentSettlement.captured(tx, ctx, paymentId, money));
      pay(model, order);
    },
    byProvider,
  );

const declineOrder = (which: number) =>
  onOrder(
    'decline',
    which,
    async (real, order) => {
      const { unitOfWork, operations } = real.shop.container;
      const ctx = systemContext({ actor: { type: 'webhook', id: 'sandbox' } }, new Date());
      await unitOfWork.run(ctx, (tx) =>
        operations.paymentSettlement.declined(tx, ctx, real.placed.get(order)?.payment.id ?? '', 'declined'),
      );
    },
    byProvider,
  );

const cancelOrder = (which: number) =>
  onOrder('cancel', which, async (real, order) => {
    data(await real.http.post<object>(`/store/orders/${real.orderId(order)}/cancel`));
    if (order.status !== 'cancelled') Object.assign(order, { status: 'cancelled', expired: false });
  });

const expireOrder = (which: number) =>
  onOrder('expire', which, async (real, order) => {
    const { container } = real.shop;
    const providers = container.paymentProviders;
    const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };
    const activities = createOrdersActivities({ ...container, providers });
    await activities.expireOrder({ orderId: real.orderId(order), origin, early: true });
    if (order.status === 'pending_payment') Object.assign(order, { status: 'cancelled', expired: true });
  });

const index = fc.nat({ max: 5 });
const commands = (size: number) =>
  fc.commands(
    [
      fc.tuple(index, fc.integer({ min: 1, max: 2 })).map((args) => addItem(...args)),
      index.map(addCoupon),
      index.map(addCoupon),
      index.map(removeCoupon),
      fc.boolean().map(placeOrder),
      fc.boolean().map(placeOrder),
      index.map(payOrder),
      index.map(declineOrder),
      index.map(cancelOrder),
      index.map(expireOrder),
    ],
    { maxCommands: size, size: 'max' },
  );

async function freshRun(shop: TestShop, vendorId: string): Promise<{ model: CartModel; real: Shop }> {
  const { container } = shop;
  const buyer = await createBuyer(container);
  const stocked = [
    { price: 10_000, onHand: 7 },
    { price: 2_555, onHand: 4 },
  ];
  const variants = await Promise.all(
    stocked.map(async ({ price, onHand }) => {
      const { variantId } = await createSellableVariant(container, vendorId, { price, onHand });
      return { id: variantId, price, stock: onHand };
    }),
  );
  const terms: Omit<ModelDiscount, 'id' | 'code'>[] = [
    { percent: 10, totalLimit: 2 },
    { percent: 0, fixed: 500, customerLimit: 2 },
    { percent: 20, firstOrder: true },
    { percent: 5, alone: true },
    { percent: 100, totalLimit: 1 },
  ];
  const discounts = await Promise.all(
    terms.map(async (entry): Promise<ModelDiscount> => {
      const made = await createDiscount(container, {
        discountType: entry.fixed === undefined ? 'PERCENTAGE' : 'FIXED',
        value: entry.fixed ?? entry.percent,
        totalUsageLimit: entry.totalLimit ?? null,
        usageLimitPerCustomer: entry.customerLimit ?? null,
        purchaseHistoryMode: entry.firstOrder ? 'FIRST_ORDER' : 'DISABLED',
        individualUsageOnly: entry.alone ?? false,
      });
      return { ...entry, ...made };
    }),
  );
  const real = new Shop(shop, shop.http.as(buyer.token));
  await real.openCart();
  return { model: { variants, discounts, items: new Map(), coupons: [], orders: [] }, real };
}

/** Random sequences against the model; a failure names the seed and the shortest sequence that fails. */
export function runCartCommands(
  shop: TestShop,
  vendorId: string,
  { runs, seed }: { runs: number; seed: number },
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(commands(25), (sequence) =>
      fc.asyncModelRun(() => freshRun(shop, vendorId) as never, sequence),
    ),
    { numRuns: runs, seed, endOnFailure: false },
  );
}

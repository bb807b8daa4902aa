import { systemContext } from '#domain/_shared/context.js';
import type { ListedDispute } from '#domain/payments/provider-books.js';
import type { ReportedMovement } from '#domain/reconciliation/movement.js';
import { createSellableVariant } from '../_support/orders.js';
import type { TestPlatform } from '../_support/platform.js';
import { data, placeOrder, type PlacedResponse, type ReadyCart, readyCart } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

export interface SoldOrder {
  orderId: string;
  placed: PlacedResponse;
  cart: ReadyCart;
  /** What the gateway calls its payment. */
  providerPaymentId: string;
  total: number;
  /** Totals of its sub-orders, in their order. */
  parts: number[];
}

let counter = 0;

/** A gateway that says what a test has it say, about orders that were placed through the API. */
export function createGateway(platform: TestPlatform) {
  const { unitOfWork, operations, knex } = platform.container;
  const context = () => systemContext({ name: 'gateway' }, new Date());

  const reported = (fields: Partial<ReportedMovement> & Pick<ReportedMovement, 'kind' | 'amount'>) => {
    counter += 1;
    const providerRef = fields.providerRef ?? `${fields.kind}_${counter}`;
    return {
      providerId: 'sandbox',
      providerRef,
      providerPaymentId: null,
      state: 'done',
      stateAt: new Date(),
      currency: 'INR',
      occurredAt: new Date(),
      ...fields,
    } as ReportedMovement;
  };

  return {
    /** An order that waits for its payment: one piece of each price, each of another vendor. */
    async place(
      prices: readonly number[],
      { quantity = 1, vendors }: { quantity?: number; vendors?: TestVendor[] } = {},
    ): Promise<SoldOrder> {
      const items = [];
      for (const [index, price] of prices.entries()) {
        const vendor = vendors?.[index] ?? (await createVendor(platform.container, { commissionBps: 1_000 }));
        const { variantId } = await createSellableVariant(platform.container, vendor.vendorId, {
          price,
          onHand: 50,
        });
        items.push({ variantId, quantity });
      }
      const cart = await readyCart(platform, items);
      const placed = data(await placeOrder(cart));
      counter += 1;
      return {
        orderId: placed.order.id,
        placed,
        cart,
        providerPaymentId: `pay_${counter}`,
        total: cart.cart.totals.grandTotal,
        parts: placed.order.vendors.map((part) => (part as unknown as { total: number }).total),
      };
    },

    /** The money of an order arrives. */
    async capture({ placed, providerPaymentId, total }: SoldOrder): Promise<string> {
      const ctx = context();
      const report = reported({
        kind: 'payment',
        amount: total,
        providerRef: providerPaymentId,
        providerPaymentId,
        paymentId: placed.payment.id,
      });
      return unitOfWork.run(ctx, (tx) => operations.providerMoney.takePayment(tx, ctx, report));
    },

    /** A payment that nobody here began. */
    async captureUnknown(providerPaymentId: string, amount: number): Promise<string> {
      const ctx = context();
      const report = reported({ kind: 'payment', amount, providerRef: providerPaymentId, providerPaymentId });
      return unitOfWork.run(ctx, (tx) => operations.providerMoney.takePayment(tx, ctx, report));
    },

    /** Somebody refunds at the gateway. */
    async refund(
      { providerPaymentId }: Pick<SoldOrder, 'providerPaymentId'>,
      amount: number,
      fields: Partial<ReportedMovement> = {},
    ): Promise<string> {
      const ctx = context();
      const report = reported({ kind: 'refund', providerPaymentId, ...fields, amount: -amount });
      return unitOfWork.run(ctx, (tx) => operations.providerMoney.takeRefund(tx, ctx, report));
    },

    async dispute(
      { providerPaymentId, total }: SoldOrder,
      fields: Partial<ListedDispute> & { providerDisputeId: string },
      at = new Date(),
    ): Promise<string> {
      const ctx = context();
      const dispute: ListedDispute = {
        providerPaymentId,
        amount: total,
        currency: 'INR',
        state: 'opened',
        deducted: 0,
        reasonCode: 'goods_or_services_not_received_or_partially_received',
        dueAt: new Date(Date.now() + 7 * 86_400_000),
        createdAt: at,
        ...fields,
      };
      return unitOfWork.run(ctx, (tx) => operations.disputeSteps.take(tx, ctx, 'sandbox', dispute, { at }));
    },

    order: (orderId: string) =>
      knex('orders').where({ id: orderId }).first() as Promise<Record<string, unknown>>,
    refunds: (orderId: string) =>
      knex('payments_refunds').where({ orderId }).orderBy('id') as Promise<Record<string, unknown>[]>,
    items: () =>
      knex('reconciliation_items').where({ state: 'open' }).orderBy('id') as Promise<
        { id: string; kind: string; orderId: string | null; amount: number }[]
      >,

    /** What an account of the ledger has; positive is a credit. */
    async account(account: string): Promise<number> {
      const row = (await knex('ledger_entries').where({ account }).sum({ amount: 'amount' }).first()) as {
        amount: number | string | null;
      };
      return Number(row.amount ?? 0);
    },
  };
}

export type Gateway = ReturnType<typeof createGateway>;

import type { Audit } from '#db/audit/audit.repository.js';
import { createDiscountsRepository } from '#db/discounts/discounts.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { type OrderView, readOrder } from '#db/orders/order.query.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { readSubOrder, type SubOrderDetails } from '#db/plugins/sub-order.query.js';
import type { SettingsRepository } from '#db/settings/settings.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type Discount, discountDefaults, type DiscountTerms } from '#domain/discounts/discount.js';
import { discountIssues } from '#domain/discounts/discount-rules.js';
import type { StockAdjustment } from '#domain/inventory/stock-level.js';
import type { MailToSend } from '#domain/mail/mail-message.js';
import type { Order } from '#domain/orders/order.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import type { Keyring } from '#lib/keyring.js';
import type { MailQueue } from '#operations/mail/mail-queue.js';
import type { Operations } from '#operations/operations.js';
import { type FoundSetting, writeSettings } from '#operations/settings/write-settings.js';
import type { RefundInput } from '#operations/payments/refund-order.js';

/** A coupon that a plugin gives away: the terms that differ from those of a new discount. */
export type CouponToIssue = { code: string } & Partial<
  Omit<DiscountTerms, 'variants' | 'categories' | 'brands' | 'tags' | 'ingredients' | 'vendors'>
>;

export interface CommerceDeps {
  knex: Knex;
  operations: Operations;
  mail: MailQueue;
  audit: Audit;
  settingsRepository: SettingsRepository;
  keyring: Keyring;
  live: LiveChannel;
}

/**
 * What plugins may have done: the same steps that requests and workflows take, each within a transaction of the unit of
 * work, with its timeline, events, mails and audit.
 */
export function createCommerce({ knex, operations, mail, audit, ...rest }: CommerceDeps) {
  const orders = createOrderWriteRepository();
  const discounts = createDiscountsRepository(knex);

  async function lockedOrder(tx: Tx, orderId: string): Promise<Order> {
    const order = await orders.lock(tx, orderId);
    if (!order) throw platformErrors.notFound({ entity: 'Order' });
    return order;
  }

  return {
    /** Changes what is on hand. @throws AppError NOT_FOUND, CONFLICT when there is not so much on hand */
    adjustStock: (tx: Tx, ctx: Context, vendorId: string, adjustment: StockAdjustment): Promise<void> =>
      operations.adjustStock(tx, ctx, vendorId, [adjustment]),

    /**
     * Requests a refund of an order: all that is left, a sub-order, pieces or an amount in subunits. The money goes back by
     * the refund's own workflow.
     * @returns the id of the refund
     * @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT above what is left
     */
    async refundOrder(tx: Tx, ctx: Context, orderId: string, input: RefundInput): Promise<string> {
      const id = await operations.refundOrder(tx, ctx, await lockedOrder(tx, orderId), input);
      await audit.record(tx, ctx, [
        { entity: 'refund', entityId: id, action: 'create', after: { orderId, ...input } },
      ]);
      return id;
    },

    /**
     * Cancels an order of which nothing has moved; a repeat changes nothing.
     * @param reason `code` is kept with the order, `explanation` is for the buyer
     * @throws AppError NOT_FOUND, CONFLICT when part of it has moved
     */
    async cancelOrder(
      tx: Tx,
      ctx: Context,
      orderId: string,
      reason: { code: string; explanation: string },
    ): Promise<void> {
      const order = await lockedOrder(tx, orderId);
      if (order.status === 'cancelled') return;
      const cancelled = await operations.orderTransitions.cancel(tx, ctx, order, {
        from: ['pending_payment', 'confirmed'],
        reason: reason.code,
        explanation: reason.explanation,
      });
      if (!cancelled) throw ordersErrors.notCancellable();
    },

    /** Adds an entry to the timeline of an order. @param entry `event` begins with the name of the plugin */
    appendToTimeline: (
      tx: Tx,
      ctx: Context,
      entry: { orderId: string; subOrderId?: string; event: string; note: string },
    ): Promise<void> => orders.appendToTimeline(tx, [{ ...entry, actor: ctx.actor }]),

    /**
     * Has a mail of a registered template sent once the transaction has committed.
     * @returns its id; null when a mail with the same dedupe key was asked for before
     */
    sendMail: (tx: Tx, ctx: Context, message: MailToSend): Promise<string | null> =>
      mail.enqueue(tx, ctx, message),

    /** Creates a coupon. @throws AppError VALIDATION_ERROR for terms that contradict each other, UNIQUE_VIOLATION for its code */
    async issueCoupon(tx: Tx, ctx: Context, { code, ...changed }: CouponToIssue): Promise<Discount> {
      const terms: DiscountTerms = { ...discountDefaults, ...changed } as DiscountTerms;
      const errors = discountIssues(terms);
      if (errors.length > 0) throw platformErrors.validation({}, { errors });
      const discount = await discounts.insert(tx, { ...terms, code, createdAt: ctx.now, updatedAt: ctx.now });
      await audit.record(tx, ctx, [
        { entity: 'discount', entityId: discount.id, action: 'create', after: discount },
      ]);
      return discount;
    },

    /** Writes settings that a flow has found out, with the audit of each that changes. Secrets are not written this way. */
    writeSettings: (tx: Tx, ctx: Context, found: readonly FoundSetting[]): Promise<void> =>
      writeSettings({ audit, ...rest }, tx, ctx, found),

    /** A sub-order with what its order says of the buyer; undefined when there is none. */
    readSubOrder: (reader: Reader, id: string): Promise<SubOrderDetails | undefined> =>
      readSubOrder(reader, id),

    /** An order with its sub-orders, lines and payments; null when there is none. */
    readOrder: (reader: Reader, orderId: string): Promise<OrderView | null> => readOrder(reader, { orderId }),
  };
}

export type Commerce = ReturnType<typeof createCommerce>;

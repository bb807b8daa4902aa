import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { MailToSend } from '#domain/mail/mail-message.js';
import {
  buyerVariables,
  type MailedOrder,
  parcelContents,
  vendorVariables,
} from '#domain/orders/order-mail-variables.js';
import type { PiecesRefund } from './refund-pieces.js';
import type { Refund } from '#domain/payments/payment.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { addDays, addHours, addWorkingDays } from '#domain/orders/mail-dates.js';
import { ordersSettings } from '#domain/orders/orders.settings.js';
import { phrase, say, type Words } from '#domain/mail/phrase.js';
import { methodWords } from '#domain/payments/method-label.js';
import { returnsSettings } from '#domain/returns/returns.settings.js';
import { storefrontUrl, vendorPanelUrl } from '#operations/settings/page-urls.js';
import { readVendorRecipients, type VendorRecipient } from '#db/orders/vendor-recipients.query.js';

const REFUND_BY_PROVIDER = phrase('refund.by_provider');
/** Explanations of the platform itself, which mails give in their own language; people's words stay as they are. */
const ownReasons = [
  phrase('cancelled.by_buyer'),
  phrase('cancelled.payment_late'),
  phrase('cancelled.payment_ended'),
];
const reasonWords = (reason: string): Words =>
  ownReasons.find((words) => say(words, 'en') === reason) ?? reason;

/** What banks need at most until they show a refund, in working days. */
const REFUND_DAYS = 7;
const REFUND_BY_HAND = phrase('refund.by_hand');
const REFUND_TO_CREDIT = phrase('refund.to_store_credit');
const REFUND_PARTLY_CREDIT = phrase('refund.partly_store_credit');

/** What of a sub-order will not come. */
interface CancelledRest {
  subOrderId: string;
  vendorName: string;
  reason: string;
  pieces: readonly { lineId: string; quantity: number }[];
  refund: PiecesRefund | null;
}

/**
 * The mails about an order, put into the transaction of what they tell. Each is sent once however often its step is
 * tried, by its dedupe key.
 */
export const createOrderMails = builtOnce(({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) => {
  function buyerMail(
    order: MailedOrder,
    template: string,
    once: string,
    variables: Record<string, unknown> = {},
  ): MailToSend {
    return {
      template,
      role: 'customer',
      to: order.email,
      variables: { ...buyerVariables(order, storefrontUrl(settings)), ...variables },
      orderId: order.id,
      dedupeKey: `${template}:${once}`,
    };
  }

  /** Where a provider sends money back to, and by when banks show it. */
  const refundWay = (ctx: Context, order: MailedOrder) => ({
    refundTo: methodWords(order.paymentMethod),
    refundBy: addWorkingDays(ctx.now, REFUND_DAYS).toISOString(),
  });

  function returnUntil(deliveredAt: Date): string {
    const days = settings.get(returnsSettings.windowDays);
    return days > 0 ? addDays(deliveredAt, days).toISOString() : '';
  }

  /** When the reminder is sent; without reminders there is no such time. */
  function fulfilBy({ confirmedAt, placedAt }: MailedOrder): string {
    const hours = settings.get(ordersSettings.fulfilReminderHours);
    return hours > 0 ? addHours(confirmedAt ?? placedAt, hours).toISOString() : '';
  }

  function vendorMails(
    template: string,
    order: MailedOrder,
    recipients: readonly VendorRecipient[],
  ): MailToSend[] {
    return recipients.flatMap(({ vendorId, userId, name, email }) =>
      order.subOrders
        .filter((subOrder) => subOrder.vendorId === vendorId)
        .map((subOrder) => ({
          template,
          role: 'vendor_member' as const,
          to: email,
          variables: {
            ...vendorVariables(order, subOrder, name, vendorPanelUrl(settings, `orders/${subOrder.id}`)),
            fulfilBy: fulfilBy(order),
          },
          orderId: order.id,
          dedupeKey: `${template}:vendor:${subOrder.id}:${userId}`,
        })),
    );
  }

  async function toBuyer(tx: Tx, ctx: Context, ...mailed: Parameters<typeof buyerMail>): Promise<void> {
    await mail.enqueue(tx, ctx, buyerMail(...mailed));
  }

  return {
    placed: (tx: Tx, ctx: Context, order: MailedOrder) =>
      toBuyer(tx, ctx, order, 'order.placed', order.id, { payUntil: order.expiresAt?.toISOString() ?? '' }),

    /** To the buyer, and to the people of every vendor with a sub-order in it. */
    async confirmed(tx: Tx, ctx: Context, order: MailedOrder): Promise<void> {
      const vendorIds = order.subOrders.map((subOrder) => subOrder.vendorId);
      const recipients = await readVendorRecipients(tx, vendorIds);
      const template = order.guest ? 'guest_order.confirmation' : 'order.confirmed';
      const mails = [buyerMail(order, template, order.id), ...vendorMails('order.placed', order, recipients)];
      await mail.enqueueAll(tx, ctx, mails);
    },

    /** @param failure `payUntil` is the instant until which the order can be paid; null when that is over */
    paymentFailed: (
      tx: Tx,
      ctx: Context,
      order: MailedOrder,
      failure: { paymentId: string; reason: string; payUntil: Date | null },
    ) =>
      toBuyer(tx, ctx, order, 'order.payment_failed', failure.paymentId, {
        paymentId: failure.paymentId,
        failureReason: failure.reason,
        payUntil: failure.payUntil?.toISOString() ?? '',
      }),

    /**
     * An order that came back after its time to pay was over can be cancelled a second time, for another reason.
     * @param money subunits that go back, through the provider, by hand and as store credit; 0 when nothing was paid
     */
    async cancelled(
      tx: Tx,
      ctx: Context,
      order: MailedOrder,
      explanation: string,
      money: { refundAmount: number; byHandAmount: number; creditAmount: number; vendorsKnew: boolean },
    ): Promise<void> {
      const { refundAmount, byHandAmount, creditAmount, vendorsKnew } = money;
      const together = refundAmount + byHandAmount + creditAmount;
      const reason = reasonWords(explanation);
      const once = `${order.id}:${order.cancelReason ?? ''}`;
      const toBuyer = buyerMail(order, 'order.cancelled', once, {
        reason,
        ...(together > 0 ? { refundAmount: together } : {}),
        ...(refundAmount > 0 ? refundWay(ctx, order) : {}),
        refundNote: [
          ...(refundAmount > 0 ? [REFUND_BY_PROVIDER] : []),
          ...(byHandAmount > 0 ? [REFUND_BY_HAND] : []),
          ...(creditAmount > 0 ? [creditAmount === together ? REFUND_TO_CREDIT : REFUND_PARTLY_CREDIT] : []),
        ],
      });
      const vendorIds = order.subOrders.map((subOrder) => subOrder.vendorId);
      const recipients = vendorsKnew ? await readVendorRecipients(tx, vendorIds) : [];
      const toVendors = vendorMails('order.cancelled', order, recipients).map((item) => ({
        ...item,
        variables: { ...item.variables, reason },
      }));
      await mail.enqueueAll(tx, ctx, [toBuyer, ...toVendors]);
    },

    /** The seller has sent a part of a sub-order, and will not send the rest. */
    async restCancelled(tx: Tx, ctx: Context, order: MailedOrder, rest: CancelledRest): Promise<void> {
      const { subOrderId, vendorName, reason, pieces, refund } = rest;
      const notTaken = refund?.way === 'not_taken';
      await toBuyer(tx, ctx, order, 'order.rest_cancelled', subOrderId, {
        orderVendorId: subOrderId,
        vendorName,
        reason: reasonWords(reason),
        parcelContents: parcelContents(order, pieces),
        ...(refund && !notTaken ? { refundAmount: refund.amount } : {}),
        ...(refund && notTaken ? { lessDue: refund.amount } : {}),
        ...(refund?.way === 'sent' ? refundWay(ctx, order) : {}),
        refundNote:
          refund?.way === 'sent' ? REFUND_BY_PROVIDER : refund?.way === 'by_hand' ? REFUND_BY_HAND : '',
      });
    },

    /** To the people of each vendor of `order.subOrders`, once for each sub-order. */
    async fulfilReminder(tx: Tx, ctx: Context, order: MailedOrder): Promise<void> {
      const recipients = await readVendorRecipients(
        tx,
        order.subOrders.map((subOrder) => subOrder.vendorId),
      );
      await mail.enqueueAll(tx, ctx, vendorMails('order.fulfil_reminder', order, recipients));
    },

    delivered: (tx: Tx, ctx: Context, order: MailedOrder, at: Date) =>
      toBuyer(tx, ctx, order, 'order.delivered', order.id, {
        deliveredAt: at.toISOString(),
        returnUntil: returnUntil(at),
      }),

    refunded: (
      tx: Tx,
      ctx: Context,
      order: MailedOrder,
      refund: Pick<Refund, 'id' | 'amount' | 'storeCredit' | 'reason' | 'byHand' | 'reference'>,
    ) => {
      const sent = !refund.byHand && refund.storeCredit < refund.amount;
      return toBuyer(tx, ctx, order, 'order.refunded', refund.id, {
        refundId: refund.id,
        refundAmount: refund.amount,
        reason: reasonWords(refund.reason),
        refundNote: refundNoteOf(refund, sent),
        ...(sent ? refundWay(ctx, order) : {}),
        ...(refund.amount > 0 && refund.storeCredit === refund.amount
          ? { refundTo: phrase('method.store_credit') }
          : {}),
        reference: refund.reference ?? '',
      });
    },
  };
});

/** How the money of a refund goes back. */
function refundNoteOf({ amount, storeCredit }: Pick<Refund, 'amount' | 'storeCredit'>, sent: boolean) {
  if (storeCredit === 0) return sent ? REFUND_BY_PROVIDER : '';
  if (storeCredit === amount) return REFUND_TO_CREDIT;
  return sent ? [REFUND_BY_PROVIDER, REFUND_PARTLY_CREDIT] : REFUND_PARTLY_CREDIT;
}

export type OrderMails = ReturnType<typeof createOrderMails>;

import type { Balance, NewDispute } from './balance.js';
import type { PaymentControls } from './controls.js';
import {
  type AdjustmentEntity,
  type DisputeEntity,
  entityId,
  type PaymentEntity,
  type RefundEntity,
  type SettlementEntity,
} from './entities.js';
import type { Ledger } from './ledger.js';
import type { PaymentLinkEntity, WebhookSender } from './webhook-sender.js';

export const disputeMoves = ['under_review', 'action_required', 'won', 'lost', 'closed'] as const;
export type DisputeMove = (typeof disputeMoves)[number];

/** What people do in the gateway's console, and the gateway by itself: the shop asked for none of it. */
export interface ConsoleActs {
  /** Undefined refunds what is left. */
  refund(paymentId: string, amount?: number): RefundEntity;
  /** A refund ends otherwise than it was said: one that was processed can come back. */
  moveRefund(id: string, status: 'processed' | 'failed'): RefundEntity;
  /** A buyer pays by a link that was made by hand. */
  payLink(link: { amount: number; description?: string | undefined }): PaymentEntity;
  openDispute(dispute: NewDispute): DisputeEntity;
  moveDispute(id: string, move: DisputeMove): DisputeEntity;
  /** A correction; negative takes from the balance. */
  adjust(amount: number, description: string): AdjustmentEntity;
  /** Money kept back, or given free when negative. */
  reserve(amount: number): AdjustmentEntity;
  /** Money of a payment that goes to a linked account. */
  transfer(paymentId: string, amount: number): AdjustmentEntity;
  /** One cycle. Undefined where nothing waits. */
  settle(status?: SettlementEntity['status']): SettlementEntity | undefined;
  moveSettlement(id: string, status: 'processed' | 'failed'): SettlementEntity;
}

export function createConsoleActs(options: {
  ledger: Ledger;
  balance: Balance;
  webhooks: WebhookSender;
  controls: PaymentControls;
}): ConsoleActs {
  const { ledger, balance, webhooks, controls } = options;

  function announce(settlement: SettlementEntity): SettlementEntity {
    if (settlement.status !== 'created') webhooks.send(`settlement.${settlement.status}`, { settlement });
    return settlement;
  }

  return {
    refund(paymentId, amount) {
      const status = controls.refundOutcome === 'processed' ? 'processed' : 'pending';
      const asked = { ...(amount === undefined ? {} : { amount }), notes: [] as [], receipt: null };
      const refund = ledger.refund(paymentId, { ...asked, speed: 'normal', fingerprint: paymentId, status });
      return announceRefund({ ledger, webhooks, controls }, refund);
    },

    moveRefund(id, status) {
      const refund = ledger.settleRefund(id, status);
      webhooks.send(`refund.${status}`, { refund, payment: ledger.payment(refund.payment_id) });
      return refund;
    },

    payLink({ amount, description = 'Payment link' }) {
      const order = ledger.createOrder({ amount, currency: 'INR', receipt: null, notes: [] });
      const payment = ledger.pay(order.id, { capture: true });
      const link: PaymentLinkEntity = {
        id: entityId('plink'),
        entity: 'payment_link',
        amount,
        currency: 'INR',
        description,
        order_id: order.id,
        status: 'paid',
      };
      webhooks.send('payment.captured', { payment });
      webhooks.send('order.paid', { payment, order: ledger.order(order.id) });
      webhooks.send('payment_link.paid', { payment_link: link, order: ledger.order(order.id), payment });
      return payment;
    },

    openDispute(opened) {
      const dispute = balance.openDispute(opened);
      webhooks.send('payment.dispute.created', { payment: ledger.payment(dispute.payment_id), dispute });
      return dispute;
    },

    moveDispute(id, move) {
      const dispute = balance.moveDispute(id, move === 'action_required' ? 'open' : move);
      webhooks.send(`payment.dispute.${move}`, { payment: ledger.payment(dispute.payment_id), dispute });
      return dispute;
    },

    adjust: (amount, description) => balance.adjust({ amount, description }),
    reserve: (amount) =>
      balance.adjust({ amount: -amount, description: amount < 0 ? 'Reserve released' : 'Reserve held' }),
    transfer(paymentId, amount) {
      const { id } = ledger.payment(paymentId);
      return balance.adjust({ entity: 'transfer', amount: -amount, description: null, payment_id: id });
    },

    settle(status = 'processed') {
      const settlement = balance.settle(status);
      return settlement && announce(settlement);
    },
    moveSettlement: (id, status) => announce(balance.moveSettlement(id, status)),
  };
}

/** Says what became of a new refund, as the controls want it. @returns the refund as it is then */
export function announceRefund(
  {
    ledger,
    webhooks,
    controls,
  }: Pick<Parameters<typeof createConsoleActs>[0], 'ledger' | 'webhooks' | 'controls'>,
  refund: RefundEntity,
): RefundEntity {
  const payment = () => ledger.payment(refund.payment_id);
  webhooks.send('refund.created', { refund, payment: payment() });
  if (controls.refundOutcome === 'pending_then_failed') {
    const failed = ledger.settleRefund(refund.id, 'failed');
    webhooks.send('refund.failed', { refund: failed, payment: payment() });
    return failed;
  }
  const processed = refund.status === 'pending' ? ledger.settleRefund(refund.id, 'processed') : refund;
  webhooks.send('refund.processed', { refund: processed, payment: payment() });
  return processed;
}

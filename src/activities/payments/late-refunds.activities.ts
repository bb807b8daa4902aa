import { askPageByPage } from '#activities/_shared/ask-page-by-page.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import { readUnreportedRefunds, type UnreportedRefund } from '#db/payments/unreported-refunds.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { paymentsEvents } from '#domain/payments/payments.events.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import type { LateRefundsFound } from '#workflows/payments/payments.contract.js';
import type { Platform } from '#operations/platform.js';
import { createRefundQuestion } from '#operations/payments/ask-refund.js';
import { REFUND_FAILED } from './payments.activities.js';

const HOUR_MS = 60 * 60 * 1_000;
/** A refund that has just been asked for has its own run. */
const QUIET_MS = 10 * 60 * 1_000;

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'outbox' | 'operations' | 'settings' | 'clock' | 'logger'
> & { providers: PaymentProviders };

export function createLateRefundsActivities(deps: Deps) {
  const { knex, unitOfWork, outbox, clock, logger } = deps;
  const refunds = createRefundsRepository();
  const settleRefund = deps.operations.refundSettlement;
  const ask = createRefundQuestion(deps);

  /** The run that was to send it is over, or was lost with its engine; where it still runs, it takes part in it. */
  async function sendAgain({ id: refundId, orderId, orderNumber, retries }: UnreportedRefund): Promise<void> {
    const ctx = systemContext({ name: 'findLatePayments' }, clock.now());
    await unitOfWork.run(ctx, (tx) => {
      const payload = { refundId, orderId, orderNumber, request: String(retries), again: true };
      outbox.append(tx, ctx, paymentsEvents.refundRequested, refundId, payload);
      return Promise.resolve();
    });
  }

  async function settle(
    refund: UnreportedRefund,
    found: LateRefundsFound,
    signal: AbortSignal,
  ): Promise<void> {
    const { current } = await ask(refund, { ...refund, id: refund.paymentId }, signal);
    if (!current) {
      // One that was refused was never there: whether it is tried again is for a person to say.
      if (refund.status !== 'pending') return;
      found.sentAgain += 1;
      return sendAgain(refund);
    }
    const { status, providerRefundId } = current;
    const ctx = systemContext({ name: 'findLatePayments' }, clock.now());
    const settled = await unitOfWork.run(ctx, async (tx) => {
      if (status === 'pending')
        return refunds.recordSent(tx, { refundId: refund.id }, providerRefundId).then(() => false);
      const reason = status === 'failed' ? REFUND_FAILED : undefined;
      return settleRefund(tx, ctx, refund.id, { status, providerRefundId, reason });
    });
    if (!settled) return;
    found.found += 1;
    logger.warn({ refundId: refund.id, status }, 'missed refund webhook reconciled');
  }

  async function look(refund: UnreportedRefund, found: LateRefundsFound, signal: AbortSignal): Promise<void> {
    found.asked += 1;
    try {
      await settle(refund, found, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      found.unanswered += 1;
      logger.warn(
        { err: error, refundId: refund.id },
        'refund status could not be fetched from the provider',
      );
    }
  }

  return {
    /** Asks after every refund that waits, and after those that were taken for failed within the last hours. */
    async findUnreportedRefunds(input: { youngerThanHours: number }): Promise<LateRefundsFound> {
      const now = clock.now().getTime();
      const quietSince = new Date(now - QUIET_MS);
      const failedSince = new Date(now - input.youngerThanHours * HOUR_MS);
      const none: LateRefundsFound = { asked: 0, found: 0, sentAgain: 0, unanswered: 0 };
      return askPageByPage(
        none,
        (page) => readUnreportedRefunds(knex, { quietSince, failedSince, ...page }),
        look,
      );
    },
  };
}

export type LateRefundsActivities = ReturnType<typeof createLateRefundsActivities>;

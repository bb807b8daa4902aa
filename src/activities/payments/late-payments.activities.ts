import { askPageByPage } from '#activities/_shared/ask-page-by-page.js';
import { readUnpaidAttempts, type UnpaidAttempt } from '#db/payments/unpaid-attempts.query.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import type { LatePaymentsFound } from '#workflows/payments/payments.contract.js';
import type { Platform } from '#operations/platform.js';
import { createProviderQuestion } from './ask-provider.js';

const HOUR_MS = 60 * 60 * 1_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'logger'> & {
  providers: PaymentProviders;
};

export function createLatePaymentsActivities(deps: Deps) {
  const { knex, clock, logger } = deps;
  const ask = createProviderQuestion(deps);

  async function look(attempt: UnpaidAttempt, found: LatePaymentsFound, signal: AbortSignal): Promise<void> {
    found.asked += 1;
    try {
      const outcome = await ask(attempt, { name: 'findLatePayments' }, signal);
      if (outcome === null || outcome === 'nothing_new') return;
      found.found += 1;
      logger.warn({ paymentId: attempt.id, outcome }, 'missed payment webhook reconciled');
    } catch (error) {
      if (signal.aborted) throw error;
      found.unanswered += 1;
      logger.warn(
        { err: error, paymentId: attempt.id },
        'payment status could not be fetched from the provider',
      );
    }
  }

  return {
    /** Asks after every unpaid attempt of orders that were placed within the last hours. */
    async findUnreportedPayments(input: { youngerThanHours: number }): Promise<LatePaymentsFound> {
      const since = new Date(clock.now().getTime() - input.youngerThanHours * HOUR_MS);
      const none: LatePaymentsFound = { asked: 0, found: 0, unanswered: 0 };
      return askPageByPage(none, (page) => readUnpaidAttempts(knex, { since, ...page }), look);
    },
  };
}

export type LatePaymentsActivities = ReturnType<typeof createLatePaymentsActivities>;

import type { DrainPass } from '#activities/events/events.activities.js';
import { createPaymentLooksRepository, type LookedAtPayment } from '#db/payments/payment-looks.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import type { Platform } from '#operations/platform.js';
import { createProviderQuestion } from './ask-provider.js';

/** Providers allow some calls at a time. */
const AT_ONCE = 4;
/** With calls of 15 seconds at most, a batch ends long before its lease. */
const BATCH = 20;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'logger'> & {
  providers: PaymentProviders;
};

/** Asks providers for payments some minutes after they were begun, and when their buyers come back: a webhook may be lost. */
export function createPaymentLooksPass(deps: Deps): DrainPass {
  const { knex, unitOfWork, clock, logger } = deps;
  const looks = createPaymentLooksRepository(knex);
  const ask = createProviderQuestion(deps);

  /** @returns whether the provider responded */
  async function look(payment: LookedAtPayment, signal: AbortSignal): Promise<boolean> {
    try {
      const outcome = await ask(payment, { name: 'payments-looks' }, signal);
      if (outcome !== null && outcome !== 'nothing_new')
        logger.warn({ paymentId: payment.id, outcome }, 'missed payment webhook reconciled');
      return true;
    } catch (error) {
      signal.throwIfAborted();
      logger.warn(
        { err: error, paymentId: payment.id },
        'payment status could not be fetched from the provider',
      );
      return false;
    }
  }

  return async ({ limit, signal }) => {
    const ctx = systemContext({ name: 'payments-looks' }, clock.now());
    const taken = await unitOfWork.run(ctx, (tx) => looks.take(tx, Math.min(limit, BATCH)));
    let failed = 0;
    for (let from = 0; from < taken.length; from += AT_ONCE) {
      const some = taken.slice(from, from + AT_ONCE);
      const answered = await Promise.all(some.map((payment) => look(payment, signal)));
      failed += answered.filter((is) => !is).length;
    }
    if (taken.length > 0)
      await unitOfWork.run(ctx, (tx) =>
        looks.done(
          tx,
          taken.map(({ id }) => id),
        ),
      );
    return { taken: taken.length, failed };
  };
}

import { heartbeat } from '@temporalio/activity';
import { readUnpaidAttempts, type UnpaidAttempt } from '#db/payments/unpaid-attempts.query.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import type { Container } from '#lib/container.js';
import { createProviderQuestion } from './ask-provider.js';

const HOUR_MS = 60 * 60 * 1_000;
const PAGE = 50;
/** Providers allow some calls at a time; this is nothing that is in a hurry. */
const PARALLEL = 4;

export interface LatePaymentsFound {
  asked: number;
  /** Payments that nobody had told us of. */
  found: number;
  /** Questions without an answer; the next run asks again. */
  unanswered: number;
}

type Deps = Pick<
  Container,
  'knex' | 'unitOfWork' | 'outbox' | 'live' | 'mail' | 'settings' | 'clock' | 'logger'
> & { providers: PaymentProviders };

export function createLatePaymentsActivities(deps: Deps) {
  const { knex, clock, logger } = deps;
  const ask = createProviderQuestion(deps);

  async function look(attempt: UnpaidAttempt, found: LatePaymentsFound): Promise<void> {
    found.asked += 1;
    try {
      const outcome = await ask(attempt, { name: 'findLatePayments' });
      if (outcome === null || outcome === 'nothing_new') return;
      found.found += 1;
      logger.warn({ paymentId: attempt.id, outcome }, 'a payment was found that no webhook told of');
    } catch (error) {
      found.unanswered += 1;
      logger.warn({ err: error, paymentId: attempt.id }, 'a provider could not be asked after a payment');
    }
    heartbeat(found);
  }

  return {
    /** Asks after every unpaid attempt of orders that were placed within the last hours. */
    async findUntoldPayments(input: { youngerThanHours: number }): Promise<LatePaymentsFound> {
      const since = new Date(clock.now().getTime() - input.youngerThanHours * HOUR_MS);
      const found: LatePaymentsFound = { asked: 0, found: 0, unanswered: 0 };
      let after: string | null = null;
      for (;;) {
        const page: UnpaidAttempt[] = await readUnpaidAttempts(knex, { since, after, limit: PAGE });
        const queue = [...page];
        const workers = Array.from({ length: PARALLEL }, async () => {
          for (let next = queue.shift(); next; next = queue.shift()) await look(next, found);
        });
        await Promise.all(workers);
        after = page.at(-1)?.id ?? null;
        heartbeat(found);
        if (page.length < PAGE) return found;
      }
    },
  };
}

export type LatePaymentsActivities = ReturnType<typeof createLatePaymentsActivities>;

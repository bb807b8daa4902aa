import { readUnpaidAttempts } from '#db/payments/unpaid-attempts.query.js';
import { readUnreportedRefunds } from '#db/payments/unreported-refunds.query.js';
import { refundedPayment } from '#integrations/payments/payment-provider.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from './finding.js';

const DAY_MS = 86_400_000;
/** Rows that one call asks the provider about. */
const MAX_ASKED = 200;
const TIMEOUT_MS = 10_000;

/** The payment provider beside the payments: money that came and is not known, refunds that ended and are not known. */
export async function checkPayments({
  knex,
  clock,
  settings,
  paymentProviders: providers,
}: Container): Promise<Finding[]> {
  const since = new Date(clock.now().getTime() - 30 * DAY_MS);
  const page = { after: null, limit: MAX_ASKED };
  const captured: string[] = [];
  const ended: string[] = [];
  const unanswered: string[] = [];

  for (const { id, providerId, providerOrderId } of await readUnpaidAttempts(knex, { since, ...page })) {
    const provider = providers.get(providerId);
    if (!provider?.findCapture || !providerOrderId) continue;
    const input = {
      settings: readPaymentSettings(settings),
      providerOrderId,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    await provider.findCapture(input).then(
      (capture) => capture && captured.push(id),
      () => unanswered.push(id),
    );
  }
  const quietSince = new Date(clock.now().getTime() - DAY_MS / 24);
  const refunds = await readUnreportedRefunds(knex, { quietSince, failedSince: since, ...page });
  for (const { id, status, paymentId, providerId, ...payment } of refunds) {
    const provider = providers.get(providerId);
    if (!provider?.findRefunds || (!payment.providerPaymentId && !payment.providerOrderId)) continue;
    const input = {
      settings: readPaymentSettings(settings),
      ...refundedPayment({ ...payment, id: paymentId }),
      refundId: id,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    await provider.findRefunds(input).then(
      (found) =>
        found.some(
          (item) => item.status === 'processed' || (item.status === 'failed' && status === 'pending'),
        ) && ended.push(id),
      () => unanswered.push(id),
    );
  }
  return [
    ...findingOf(captured, {
      check: 'payments',
      problem: 'Paid at the provider, unpaid here',
      command: 'wait for the schedule payments-late, or have the provider send its webhooks again',
      fixable: false,
    }),
    ...findingOf(ended, {
      check: 'payments',
      problem: 'Refunds that have ended at the provider and are open or failed here',
      command: 'wait for the schedule payments-late-refunds, or npm run redeliver -- --refused-refunds',
      fixable: false,
    }),
    ...findingOf(unanswered, {
      check: 'payments',
      problem: 'The provider did not respond about these payments and refunds',
      command: 'npm run doctor, once it responds',
      fixable: false,
    }),
  ];
}

import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createWorkQueue } from '#db/kernel/work-queue.js';
import type { Payment } from '#domain/payments/payment.js';

export type LookedAtPayment = Pick<Payment, 'id' | 'orderId' | 'providerId' | 'providerOrderId'>;

/** Most payments are paid and reported within a minute; what is not reported after twenty is left to `payments-late`. */
const LOOKS_AFTER_MINUTES = [1, 3, 8, 20];
/** A reader of an order who comes sooner has not been at the payment page yet. */
const RETURNS_AFTER_SECONDS = 5;
/** Longer than a batch of calls takes: a worker that dies leaves its payments to the next. */
const LEASE_SECONDS = 120;

const unpaid = `status in ('pending', 'failed', 'cancelled')`;

const queue = createWorkQueue<LookedAtPayment>({
  name: 'payments',
  key: { id: 'uuid' },
  open: `q.next_look_at is not null and q.${unpaid}`,
  notBefore: 'q.next_look_at',
  lease: { until: 'next_look_at', seconds: LEASE_SECONDS },
  columns: ['id', 'orderId', 'providerId', 'providerOrderId'],
});

/** True while the provider of a payment is to be asked. */
export const paymentLooksDue = queue.due();

/** SQL, the first look after now; null where there was the last. */
const nextLook = (from: string) =>
  `(select min(${from} + make_interval(mins => minutes)) from unnest('{${LOOKS_AFTER_MINUTES.join(',')}}'::int[]) as minutes
    where ${from} + make_interval(mins => minutes) > now())`;

/** Columns of a payment that was created at its provider now: when it is looked at first. */
export function firstLook(tx: Tx) {
  return { looksFrom: tx.fn.now(), nextLookAt: tx.raw(nextLook('now()')) };
}

/** When providers are asked for payments that no webhook has reported. */
export function createPaymentLooksRepository(knex: Knex) {
  return {
    /** The buyer has come back to the order: its open attempts are looked at now, once each. */
    async onReturn(orderId: string): Promise<void> {
      await knex.raw(
        `update payments set next_look_at = now(), looked_on_return = true
         where order_id = ? and status in ('pending', 'failed') and not looked_on_return
           and looks_from < now() - make_interval(secs => ${RETURNS_AFTER_SECONDS})`,
        [orderId],
      );
    },

    take: (tx: Tx, limit: number): Promise<LookedAtPayment[]> => queue.claim(tx, { limit }),

    /** Has the payments looked at again at their next instants, as far as they are unpaid and have one. */
    async done(tx: Tx, paymentIds: string[]): Promise<void> {
      await tx.raw(
        `update payments set next_look_at = case when ${unpaid} then ${nextLook('looks_from')} end where id = any(?::uuid[])`,
        [paymentIds],
      );
    },
  };
}

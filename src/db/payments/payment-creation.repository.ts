import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { PaymentAction, ProviderData } from '#domain/payments/payment.js';
import { firstLook } from './payment-looks.repository.js';

/** Nobody else creates a payment at its provider while somebody does; a call takes 15 seconds at most. */
const CLAIM_SECONDS = 20;

/** Who creates a payment at its provider: one caller at a time, and no more once it is there. */
export function createPaymentCreationRepository() {
  return {
    /** Takes the right to create a payment at its provider: one caller at a time, and only while it is not there. */
    async claim(tx: Tx, paymentId: string): Promise<boolean> {
      const { rowCount } = await tx.raw<{ rowCount: number }>(
        `update payments set creating_until = now() + make_interval(secs => ?)
         where id = ? and status = 'pending' and provider_order_id is null
           and (creating_until is null or creating_until < now())`,
        [CLAIM_SECONDS, paymentId],
      );
      return rowCount > 0;
    },

    /** Notes what the provider has made of it. */
    async setCreated(
      tx: Tx,
      paymentId: string,
      created: {
        providerOrderId: string | null;
        action: PaymentAction;
        providerData?: ProviderData;
        returnUrl?: string;
      },
    ): Promise<void> {
      await tx('payments')
        .where({ id: paymentId })
        .whereNull('providerOrderId')
        .update({
          providerOrderId: created.providerOrderId,
          action: JSON.stringify(created.action),
          providerData: created.providerData ? JSON.stringify(created.providerData) : null,
          returnUrl: created.returnUrl,
          creatingUntil: null,
          updatedAt: tx.fn.now(),
          ...(created.providerOrderId === null ? {} : firstLook(tx)),
        });
    },

    /** Whether somebody is at it. */
    async isClaimed(reader: Reader, paymentId: string): Promise<boolean> {
      const row = await reader('payments')
        .where({ id: paymentId, status: 'pending' })
        .whereNull('providerOrderId')
        .where('creatingUntil', '>', reader.fn.now())
        .first('id');
      return row !== undefined;
    },

    /** Lets somebody else try to create it. */
    async dropClaim(tx: Tx, paymentId: string): Promise<void> {
      await tx('payments').where({ id: paymentId }).update({ creatingUntil: null });
    },
  };
}

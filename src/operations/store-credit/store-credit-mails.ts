import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { storefrontUrl } from '#operations/settings/page-urls.js';

export interface AddedCredit {
  movementId: string;
  to: string;
  name: string;
  /** Subunits. */
  amount: number;
  balance: number;
  currency: string;
  locale: string | null;
  orderId: string | null;
  /** Of an operator, or the number of the order that was refunded. */
  reason: string;
}

export const createStoreCreditMails = builtOnce(
  ({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) => ({
    /** Tells a buyer of credit that was added, once for each movement. */
    async added(tx: Tx, ctx: Context, added: AddedCredit): Promise<void> {
      const { movementId, to, name, amount, balance, currency, locale, orderId, reason } = added;
      await mail.enqueue(tx, ctx, {
        template: 'store_credit.added',
        role: 'customer',
        to,
        locale: locale ?? undefined,
        variables: {
          customerName: name,
          creditAmount: amount,
          creditBalance: balance,
          currency,
          reason,
          storeUrl: storefrontUrl(settings),
        },
        orderId: orderId ?? undefined,
        dedupeKey: `store_credit.added:${movementId}`,
      });
    },
  }),
);

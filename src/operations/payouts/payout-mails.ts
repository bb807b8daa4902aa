import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Payout } from '#domain/payouts/payout.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';

type PayoutTemplate =
  `payout.${'paid' | 'returned' | 'bank_changed' | 'account_verified' | 'account_failed'}`;

/** The mails about payouts to the people of a vendor, in the transaction of what they are about. */
export const createPayoutMails = builtOnce(({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) => {
  async function send(
    tx: Tx,
    ctx: Context,
    vendorId: string,
    template: PayoutTemplate,
    occasion: string,
    more: Record<string, string | number>,
  ): Promise<void> {
    const people = await readVendorRecipients(tx, [vendorId]);
    const vendor = (await tx('vendors').where({ id: vendorId }).first('displayName')) as {
      displayName: string;
    };
    await mail.enqueueAll(
      tx,
      ctx,
      people.map(({ userId, name, email }) => ({
        template,
        role: 'vendor_member' as const,
        to: email,
        variables: { customerName: name, vendorId, vendorName: vendor.displayName, ...more },
        dedupeKey: `${template}:${occasion}:${userId}`,
      })),
    );
  }

  return {
    paid(tx: Tx, ctx: Context, payout: Payout, reference: string): Promise<void> {
      const { id, vendorId, amount, currency, until } = payout;
      return send(tx, ctx, vendorId, 'payout.paid', id, {
        payoutId: id,
        payoutAmount: amount,
        currency,
        reference,
        dashboardUrl: vendorPanelUrl(settings, `payouts/${id}`),
        periodEnd: until.toISOString(),
        paidAt: ctx.now.toISOString(),
      });
    },

    /** The provider could not send it, or its money came back. */
    returned(tx: Tx, ctx: Context, payout: Payout, failureReason: string): Promise<void> {
      const { id, vendorId, amount, currency } = payout;
      return send(tx, ctx, vendorId, 'payout.returned', id, {
        payoutId: id,
        payoutAmount: amount,
        currency,
        failureReason,
        returnedAt: ctx.now.toISOString(),
        dashboardUrl: vendorPanelUrl(settings, 'money'),
      });
    },

    bankChanged(tx: Tx, ctx: Context, vendorId: string, holdHours: number): Promise<void> {
      return send(tx, ctx, vendorId, 'payout.bank_changed', newId(), {
        changedAt: ctx.now.toISOString(),
        holdHours,
        changedBy: ctx.email ?? ctx.actor.id,
        dashboardUrl: vendorPanelUrl(settings, 'money'),
      });
    },

    /** Changed bank details have waited, and their test transfer has arrived: payouts go there from now on. */
    accountVerified(tx: Tx, ctx: Context, vendorId: string, occasion: string): Promise<void> {
      return send(tx, ctx, vendorId, 'payout.account_verified', occasion, {
        verifiedAt: ctx.now.toISOString(),
        dashboardUrl: vendorPanelUrl(settings, 'money'),
      });
    },

    /** Payouts stay on hold until the details are corrected. */
    accountFailed(
      tx: Tx,
      ctx: Context,
      vendorId: string,
      { occasion, reason }: { occasion: string; reason: string },
    ): Promise<void> {
      return send(tx, ctx, vendorId, 'payout.account_failed', occasion, {
        failureReason: reason,
        dashboardUrl: vendorPanelUrl(settings, 'money'),
      });
    },
  };
});

import { createSecondFactorsRepository } from '#db/accounts/second-factors.repository.js';
import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { ownedVendors } from '#db/vendors/owned-vendors.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';
import { phrase } from '#domain/mail/phrase.js';
import { createSecurityMail } from './second-factor-mail.js';

/** Payouts of a vendor whose owner's second factor was removed wait so long: its people see the mail, and object. */
export const OWNER_HOLD_HOURS = 24;

interface Account {
  id: string;
  email: string;
  name: string;
}

/**
 * Removes the second factor of an account, for somebody who has lost the app and the recovery codes. The account signs in
 * by its password alone again and its sessions end; it is audited, and its owner gets a mail. Of the owner of a vendor all people
 * of the vendor get one, and its payouts wait for a day: a stolen mailbox must not become a bank account.
 */
export function createResetSecondFactor(
  platform: Pick<Platform, 'unitOfWork' | 'audit' | 'mail' | 'principals' | 'operations'>,
) {
  const factors = createSecondFactorsRepository();
  const notify = createSecurityMail(platform);

  async function holdVendors(tx: Tx, ctx: Context, owner: Account): Promise<void> {
    const until = new Date(ctx.now.getTime() + OWNER_HOLD_HOURS * 3_600_000);
    for (const { vendorId, displayName: vendor } of await ownedVendors(tx, owner.id)) {
      await platform.operations.payoutAccounts.hold(tx, vendorId, {
        until,
        reason: 'the second factor of an owner was removed by an operator',
      });
      const name = owner.name || owner.email;
      const what = phrase('security.owner_factor_reset', { name, vendor, hours: OWNER_HOLD_HOURS });
      for (const member of await readVendorRecipients(tx, [vendorId]))
        if (member.userId !== owner.id) await notify(tx, ctx, member, what);
    }
  }

  return {
    /** In a transaction of the caller, which has `principals` forget the user afterwards. @returns false without a factor */
    async remove(tx: Tx, ctx: Context, user: Account): Promise<boolean> {
      if (!(await factors.remove(tx, user.id))) return false;
      await factors.endSessions(tx, user.id);
      await platform.audit.record(tx, ctx, [
        { entity: 'user', entityId: user.id, action: 'resetSecondFactor', key: 'secondFactor' },
      ]);
      await notify(tx, ctx, user, phrase('security.factor_reset'));
      await holdVendors(tx, ctx, user);
      return true;
    },

    /** By the address of the account. @returns false where there is no such account, or it has no second factor */
    async byEmail(ctx: Context, email: string): Promise<boolean> {
      const userId = await platform.unitOfWork.run(ctx, async (tx) => {
        const user = await factors.userByEmail(tx, email.trim());
        return user && (await this.remove(tx, ctx, user)) ? user.id : undefined;
      });
      if (userId !== undefined) platform.principals.forget(userId);
      return userId !== undefined;
    },
  };
}

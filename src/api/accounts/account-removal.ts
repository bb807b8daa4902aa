import { APIError } from 'better-auth/api';
import type { AccessRepository } from '#db/access/access.repository.js';
import { AppError } from '#domain/_shared/app-error.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import type { AccountsRepository } from '#db/accounts/accounts.repository.js';
import type { Platform } from '#operations/platform.js';
import { requestScope } from '#lib/request-scope.js';

/** Hands what a guest has over to the user that the guest turned out to be. */
export type GuestLink = (ctx: Context, guestId: string, userId: string) => Promise<void>;

type Deps = Pick<Platform, 'unitOfWork' | 'audit' | 'clock' | 'logger' | 'operations'> & {
  accounts: AccountsRepository;
  access: AccessRepository;
};

function refuse(code: string, message: string): APIError {
  return new APIError('CONFLICT', { code, message });
}

/** What must be settled before an account goes: its own deletion, and a guest's who has signed in. */
export function createAccountRemoval(deps: Deps) {
  const { unitOfWork, audit, clock, logger, accounts, access, operations } = deps;
  const contextOf = (userId: string) =>
    systemContext(
      { actor: { type: 'user', id: userId }, requestId: requestScope()?.requestId ?? 'accounts' },
      clock.now(),
    );

  return {
    /**
     * Gives up the user's roles, in one transaction with the checks, so that nothing is deleted of somebody who may
     * not go. @throws APIError CONFLICT for the last superAdmin and for the only owner of a vendor
     */
    async prepareDeletion(userId: string): Promise<void> {
      const ctx = contextOf(userId);
      try {
        await unitOfWork.run(ctx, async (tx) => {
          const vendors = await accounts.soleOwnerOf(tx, userId);
          if (vendors.length > 0) {
            throw refuse('SOLE_OWNER', `Make somebody else an owner of ${vendors.join(', ')} first`);
          }
          await access.removeAllRoles(tx, userId);
          await operations.storeCredit.forfeit(tx, ctx, userId);
          await audit.record(tx, ctx, [{ entity: 'user', entityId: userId, action: 'delete' }]);
        });
      } catch (error) {
        if (error instanceof AppError && error.code === 'CONFLICT')
          throw refuse('LAST_SUPER_ADMIN', error.message);
        throw error;
      }
    },

    /**
     * Hands what a guest has over to the account they signed in with, then removes the guest. Where that fails the
     * sign-in goes on and the guest stays, so that nothing is lost.
     */
    async linkGuest(guestId: string, userId: string, onLink: GuestLink): Promise<void> {
      try {
        const ctx = contextOf(userId);
        await onLink(ctx, guestId, userId);
        await unitOfWork.run(ctx, (tx) => accounts.deleteGuest(tx, guestId));
      } catch (error) {
        logger.error({ err: error, guestId, userId }, 'guest could not be linked to the account');
      }
    },
  };
}

export type AccountRemoval = ReturnType<typeof createAccountRemoval>;

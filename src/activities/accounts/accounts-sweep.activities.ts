import { sweepRows } from '#activities/_shared/sweep-rows.js';
import type { AccountsRepository } from '#db/accounts/accounts.repository.js';
import type { Platform } from '#operations/platform.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger'> & { accounts: AccountsRepository };

export interface SweptAccounts {
  sessions: number;
  verifications: number;
  guests: number;
  addresses: number;
}

export function createAccountsSweepActivities(deps: Deps) {
  const { clock, accounts } = deps;
  return {
    /**
     * Deletes sessions and sign-in links that have expired, then the guests whom no session leads back to, with their
     * carts. Their orders stay: they are found by number and e-mail.
     */
    async sweepEndedSessions(input: { keepGuestDays: number }): Promise<SweptAccounts> {
      const now = clock.now();
      const olderThan = new Date(now.getTime() - input.keepGuestDays * DAY_MS);
      return sweepRows(deps, 'accounts-sweep', {
        sessions: (tx) => accounts.sweepSessions(tx, now),
        verifications: (tx) => accounts.sweepVerifications(tx, now),
        addresses: (tx) => accounts.sweepAddresses(tx, olderThan),
        guests: (tx) => accounts.sweepGuests(tx, olderThan),
      });
    },
  };
}

export type AccountsSweepActivities = ReturnType<typeof createAccountsSweepActivities>;

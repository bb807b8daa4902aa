import { contract } from '#lib/workflow/contract.js';

export interface SweepAccountsInput {
  /** Guests younger than this stay, even without a session: one who is just arriving has none yet. */
  keepGuestDays: number;
}

/**
 * Deletes sessions and sign-in links that have expired, and guests who cannot come back. Started by its schedule once
 * a day; deleting again finds nothing.
 */
export const sweepAccounts = contract<SweepAccountsInput>()({
  name: 'sweepAccounts',
  id: () => 'accounts-sweep',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Delete expired sessions and guests without one',
});

import { contract } from '#lib/workflow/contract.js';

/**
 * Has carts that were changed wait for their next reminder, and writes the reminders that are due. Started by its schedule; the
 * waiting carts are rows, so that a run finds what one before it has left.
 */
export const remindAbandonedCarts = contract<Record<never, never>, { read: number; sent: number }>()({
  name: 'remindAbandonedCarts',
  id: () => 'abandoned-carts-remind',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Send reminders of abandoned carts',
});

/** Open requests of one e-mail address: more than a buyer waits for, too few to flood somebody else's inbox. */
export const MAX_OPEN_REQUESTS = 20;

/** A request that no restock has ended after so long is forgotten. */
export const REQUEST_DAYS = 180;

const DAY_MS = 86_400_000;

export function requestExpiry(now: Date): Date {
  return new Date(now.getTime() + REQUEST_DAYS * DAY_MS);
}

/** The number of waiting buyers at which a vendor is notified: 1, 10, 100 …; 0 when nobody waits. */
export function waitingMilestone(waiting: number): number {
  let milestone = 0;
  for (let next = 1; next <= waiting; next *= 10) milestone = next;
  return milestone;
}

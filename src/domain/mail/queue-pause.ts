/** Mails in a row that the provider did not take: then it is the provider, and no mail. */
export const MOST_FAILURES = 5;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** The mail queue as a whole. */
export interface QueueState {
  pausedSince: Date | null;
  /** The next mail is tried then. */
  pausedUntil: Date | null;
  /** Pauses in a row. */
  pauses: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastFailure: string | null;
}

/**
 * When the next mail is tried: after 5, 10, 20 … seconds, five minutes at most, or to the second when the provider says.
 * @param pauses in a row before this one
 */
export function pauseUntil(now: Date, pauses: number, retryAfterSeconds?: number): Date {
  const ms =
    retryAfterSeconds === undefined
      ? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(pauses, 10))
      : retryAfterSeconds * 1_000;
  return new Date(now.getTime() + ms);
}

/** When a single mail is tried again that the provider put off, others being taken. */
export function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(3_600_000, 2_000 * 2 ** Math.min(attempts, 12)));
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long the links of these mails work: later they would only puzzle their reader. */
const lives: Readonly<Record<string, number>> = {
  'auth.magic_link': 15 * MINUTE_MS,
  'auth.reset_password': 60 * MINUTE_MS,
  'auth.verification': DAY_MS,
  'auth.change_email': DAY_MS,
  'auth.delete_account': DAY_MS,
};

/** Whether a mail has waited for so long that nobody wants it unasked. */
export function isStale(mail: { template: string; createdAt: Date }, now: Date): boolean {
  return now.getTime() - mail.createdAt.getTime() > (lives[mail.template] ?? 3 * DAY_MS);
}

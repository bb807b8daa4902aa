import {
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
} from '#domain/_shared/columns.js';

/** Attempts in a row at which the provider was away: then it is the provider, and no mail. */
const MAX_AWAY = 5;
/** Attempts in a row that were told to slow down, none between them taken: then it is a quota, and no pace. */
const MAX_THROTTLED = 10;
/** Mails in a row that were refused or left unclear, and the recipient domains among them that show whose fault it is. */
const MAX_NOT_ACCEPTED = 10;
const MIN_DOMAINS = 3;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** The mail queue as a whole. */
export const queueStateColumns = {
  pausedSince: nullable(instant),
  /** The next mail is tried then. */
  pausedUntil: nullable(instant),
  /** Pauses in a row. */
  pauses: integer,
  /** Why it pauses, in the provider's words, its code first. */
  pauseReason: nullable(text),
  lastSuccessAt: nullable(instant),
  lastFailureAt: nullable(instant),
  /** What the provider said last to a mail that it did not take. */
  lastFailure: nullable(text),
  counts: jsonOf<ProviderCounts>(),
} as const satisfies Columns;
export type QueueState = RowOf<typeof queueStateColumns>;

/** What happened at the provider since it last took a mail. It outlives a round, so that few mails show an outage too. */
export interface ProviderCounts {
  away: number;
  throttled: number;
  /** Mails that were refused or left unclear; those that are the recipient's own matter are not among them. */
  notAccepted: number;
  /** The domains of their recipients, as many as matter. */
  domains: string[];
}

export const NO_FAILURES: ProviderCounts = { away: 0, throttled: 0, notAccepted: 0, domains: [] };

/** What an attempt says of the provider. `recipient` is a dead address or one that is put off: it says nothing. */
export type ProviderSign =
  | { kind: 'taken' | 'away' | 'throttled' | 'recipient' }
  | { kind: 'not_accepted'; domain: string };

export function countSign(counts: ProviderCounts, sign: ProviderSign): ProviderCounts {
  switch (sign.kind) {
    case 'taken':
      return NO_FAILURES;
    case 'away':
      return { ...counts, away: counts.away + 1 };
    case 'throttled':
      return { ...counts, throttled: counts.throttled + 1 };
    case 'recipient':
      // The provider has responded, so it is there.
      return { ...counts, away: 0 };
    case 'not_accepted': {
      const domains = new Set([...counts.domains, sign.domain]);
      const some = [...domains].slice(0, MIN_DOMAINS);
      return { ...counts, away: 0, notAccepted: counts.notAccepted + 1, domains: some };
    }
  }
}

/** Whether the counts show that it is the provider, and no single mail. */
export function isProviderDown({ away, throttled, notAccepted, domains }: ProviderCounts): boolean {
  if (away >= MAX_AWAY || throttled >= MAX_THROTTLED) return true;
  return notAccepted >= MAX_NOT_ACCEPTED && domains.length >= MIN_DOMAINS;
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

/** When a single mail is tried again for which the provider was away, while it may be there for others. */
export function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, 2_000 * 2 ** Math.min(attempts, 12)));
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

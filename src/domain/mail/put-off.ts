const MINUTE_MS = 60_000;
/** Receivers that greylist take a message after one to fifteen minutes; one that is still refused has other reasons. */
const FIRST_WAITS_MS = [5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);
const LATER_WAIT_MS = 120 * MINUTE_MS;

/** How long a recipient has been put off. */
export interface PutOff {
  /** How often, this time included. */
  putOffs: number;
  putOffSince: Date;
  /** Not tried before. */
  notBefore: Date;
}

/**
 * The wait of a recipient whom the provider puts off once more: 5, 15, 30, 60 minutes, then every two hours. Undefined when
 * that would be longer than `retryHours` after the first time: then the mail has failed.
 */
export function putOffAgain(
  earlier: { putOffs: number; putOffSince: Date | null },
  now: Date,
  retryHours: number,
): PutOff | undefined {
  const putOffSince = earlier.putOffSince ?? now;
  const notBefore = new Date(now.getTime() + (FIRST_WAITS_MS[earlier.putOffs] ?? LATER_WAIT_MS));
  if (notBefore.getTime() - putOffSince.getTime() > retryHours * 60 * MINUTE_MS) return undefined;
  return { putOffs: earlier.putOffs + 1, putOffSince, notBefore };
}

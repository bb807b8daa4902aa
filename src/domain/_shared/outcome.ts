/**
 * How a run stands, as the engine's lists show it. `ok` from its start on until something else is known; `waiting` while
 * somebody outside the platform is waited for; the others are how it ended. `refused`: somebody who was asked said no, a
 * carrier or a payment provider. `failed`: it did not get that far.
 */
export const outcomes = ['ok', 'refused', 'failed', 'cancelled', 'waiting'] as const;
export type Outcome = (typeof outcomes)[number];

/** What every result of a run says beside what its workflow returns. */
export interface Ended {
  status: Outcome;
  /** In one sentence; null where there is nothing to explain. */
  reason: string | null;
}

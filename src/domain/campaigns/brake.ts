/** Outcomes that are looked back on. */
const LOOKED_AT = 200;
/** A share says something from so many outcomes on. */
const ENOUGH = 50;

/** The last outcomes of a broadcast, oldest first: `1` for a mail that was accepted, `0` for one that failed or is unclear. */
export type RecentOutcomes = string;

export interface BrakeLimits {
  /** Mails in a row. */
  inARow: number;
  /** Share of the last 200. */
  percent: number;
}

export function addOutcomes(recent: RecentOutcomes, accepted: readonly boolean[]): RecentOutcomes {
  return (recent + accepted.map(Number).join('')).slice(-LOOKED_AT);
}

/** Why a broadcast has to pause; undefined while enough is accepted. */
export function brakeReason(
  recent: RecentOutcomes,
  { inARow, percent }: BrakeLimits,
  lastWords: string,
): string | undefined {
  const last = lastWords === '' ? '' : `; the last: ${lastWords}`;
  const row = recent.length - 1 - recent.lastIndexOf('1');
  if (row >= inARow) return `${row} mails in a row were not accepted${last}`;
  const refused = [...recent].filter((outcome) => outcome === '0').length;
  if (recent.length < ENOUGH || refused * 100 < percent * recent.length) return undefined;
  return `${refused} of the last ${recent.length} mails were not accepted${last}`;
}

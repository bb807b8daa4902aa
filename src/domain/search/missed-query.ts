/** Searches that found nothing, or that few followed. */
export const missedKinds = ['zero-results', 'low-clicks'] as const;
export type MissedKind = (typeof missedKinds)[number];

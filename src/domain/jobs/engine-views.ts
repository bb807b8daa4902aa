/** A list of the engine's web UI that operators look at; `docs/operations.md` has its address. */
export interface EngineView {
  label: string;
  /** In the engine's query language. `{today}` is where the day begins, in UTC; the console fills it in. */
  query: string;
}

const waitsIn = (workflow: string) =>
  `Outcome="waiting" AND WorkflowType="${workflow}" AND ExecutionStatus="Running"`;

export const engineViews: readonly EngineView[] = [
  {
    label: 'Failed today',
    // A run that was ended from outside could not write its outcome.
    query:
      'CloseTime >= "{today}" AND (Outcome="failed" OR ExecutionStatus IN ("Failed", "TimedOut", "Terminated"))',
  },
  { label: 'Refused', query: 'Outcome="refused"' },
  { label: 'Waits for the carrier', query: waitsIn('createShipment') },
  { label: 'Waits for the buyer', query: waitsIn('followOrder') },
];

/** The query of a list on a day. */
export function viewedOn({ query }: EngineView, day: Date): string {
  return query.replace('{today}', `${day.toISOString().slice(0, 10)}T00:00:00Z`);
}

/** What an event says of a request that may come again for the same row, after a run for it has failed. */
export interface Repeatable {
  /**
   * Which of the row's requests it is: a run settles that one alone, so that a step which is repeated leaves a later request
   * as it is. Events of earlier releases have none.
   */
  request?: string;
  /** The row was requested before: the run of that request may be about to end. */
  again?: boolean;
}

/** How long the statements of a process may take, and wait for a lock. */
export interface QueryClass {
  /** Waiting for one lock; 0 waits as long as the statement may take. */
  lockMs: number;
  statementMs: number;
}

export const queryClasses = {
  /**
   * Requests: somebody waits. A table that is locked for longer fails those that need it, and leaves the connections to
   * all others.
   */
  request: { lockMs: 3_000, statementMs: 30_000 },
  /** Sign-in, sign-up, tokens: short statements over few connections. */
  signIn: { lockMs: 3_000, statementMs: 10_000 },
  /** Steps of flows, drains, commands: they have time, and what fails is repeated by the engine. */
  work: { lockMs: 0, statementMs: 30_000 },
} as const satisfies Record<string, QueryClass>;

/** The source of "now", passed in so that rules and tests can hold the time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

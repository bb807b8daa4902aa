/**
 * What a step says that failed because something it needs was away: the database, a worker that was killed or frozen.
 * Whatever else a step says is a fault of its own.
 */
export const outages: readonly RegExp[] = [
  /\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b/,
  /Connection (terminated|ended) unexpectedly/,
  /terminating connection (due to|because of)/,
  /the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/,
  /timeout (exceeded|expired) when trying to connect|Timeout acquiring a connection/,
  /not queryable/,
  /^TimeoutFailure: .*(heartbeat|StartToClose)/i,
];

/**
 * What a step says that failed because something it needs was away: the database, the gateway, the engine, the browser,
 * a worker that was killed or frozen. Whatever else a step says is its own fault.
 */
export const outages: readonly RegExp[] = [
  /\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b/,
  /Connection terminated|is not queryable|timeout expired/,
  /timeout exceeded when trying to connect|Timeout acquiring a connection/,
  /terminating connection (due to|because of)/,
  /the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/,
  /The (database|workflow engine) cannot be reached; nothing was changed/,
  // What the gateway says that refuses everything, and how it ends that loses a response or is too slow.
  /^HttpCallError: .*: (UND_ERR_\w+: |no response within |the call was cancelled|We are facing some trouble)/,
  // A worker that stood still for as long finds the time of its page over.
  /^PdfRenderError: (the browser|the page crashed|the PDF renderer has been closed|no PDF after)/,
  // That attempt was of a worker that stands still with its transaction open.
  /The transaction of an earlier attempt still holds the lock/,
  // The engine has given it to another: it was silent for too long, or the engine does not know it any more.
  /^CancelledFailure: /,
  /^AbortError: The operation was aborted: (NOT_FOUND|TIMED_OUT)$/,
  /^TimeoutFailure: .*(heartbeat|StartToClose)/i,
];

/** Read by the engine's SDK as a worker starts to poll. Half a second is many times what the engine takes for an answer. */
const NAME = 'TEMPORAL_POLL_SHUTDOWN_INTERRUPT_WAIT_MS';
const WAIT_MS = 500;

/**
 * Has workers of this process that are told to stop wait for the polls that they have sent. Otherwise they break those
 * off at once, and what the engine handed out at that moment waits for its time-out, with nobody at work on it: that
 * happened to one in ten workers that were stopped with tasks waiting. To be called before they start.
 */
export function waitForPolls(environment: NodeJS.ProcessEnv = process.env): void {
  environment[NAME] ??= String(WAIT_MS);
}

import { requireNode } from './supervisor/node-version.mjs';

/** Fetches Temporal's test server that skips time, for the tests of long waits. Never fails: they skip without it. */
requireNode();
const { fetchTimeSkippingServer } = await import('./supervisor/time-skipping-server.mjs');
const file = await fetchTimeSkippingServer(process.env, (line) =>
  console.log(`time-skipping server: ${line}`),
);
console.log(
  `time-skipping server: ${file ?? 'cannot be had here; the tests in simulated time will be skipped'}`,
);

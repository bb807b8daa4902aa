/** Nothing to undo here: scripts/test.mjs stops Postgres and Temporal and removes their data, however jest ends. */
export default function globalTeardown() {}

import type { CallLog, Trouble } from '../clients/retrying-client.js';
import { type Finding, finding } from '../finding.js';
import type { Disturbances } from '../injection/disturbances.js';

/** What the API needs to respond: whatever else is hurt, the payment gateway too, is no reason to refuse. */
const needed = { hurt: ['api', 'postgres', 'engine'] };
/**
 * Pools and clients notice within this that what they use is back. In the runs so far no call was refused that began
 * after it.
 */
const GRACE_MS = 2_000;
/** What a request says that waited for a row: a process that stands still keeps the locks of its transaction. */
const LOCKED = /Too many requests wait for the same/;
const holders = { hurt: ['worker', 'relay'], graceMs: GRACE_MS };
/** What a request says that reads or writes a file; the others need no storage. */
const FILES = /platform\.storage_unavailable/;
const files = { hurt: ['storage'], graceMs: GRACE_MS };

/** Clients are refused in one way, and not without cause. */
export function checkRefusals(
  { calls, troubles }: CallLog,
  disturbances: Disturbances,
  during: { from: number; to: number },
): Finding[] {
  const excused = (call: { from: number; to: number }) =>
    disturbances.during(call.from, call.to, { ...needed, graceMs: GRACE_MS }).length > 0;
  const isLockedOut = ({ from, to, reason }: Trouble) =>
    LOCKED.test(reason) &&
    disturbances.during(from, to, holders).some(({ name }) => name.startsWith('freeze'));
  const lacksFiles = ({ from, to, reason }: Trouble) =>
    FILES.test(reason) && disturbances.during(from, to, files).length > 0;
  const odd = troubles.filter(({ status }) => status !== null && status !== 503);
  const looked = calls.filter((call) => !excused(call));
  const calm = disturbances.calm(during.from, during.to, { ...needed, graceMs: GRACE_MS });
  const calmMs = calm.reduce((sum, { from, to }) => sum + to - from, 0);
  return [
    // Whatever is hurt, a client hears 503 or nothing: anything else says that we did not expect it.
    finding('the platform refuses with 503 alone', calls.length, odd.map(inWords)),
    finding(
      `nothing was refused while everything was up, ${seconds(calmMs)} of ${seconds(during.to - during.from)} s`,
      looked.length,
      troubles.filter((item) => !excused(item) && !isLockedOut(item) && !lacksFiles(item)).map(inWords),
    ),
  ];
}

const seconds = (ms: number) => Math.round(ms / 1_000);

function inWords({ from, to, call, status, reason }: Trouble): string {
  return `${new Date(from).toISOString()} ${call} ${status ?? 'no response'} after ${to - from} ms: ${reason.slice(0, 400)}`;
}

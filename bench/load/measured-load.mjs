import { cpuSeconds } from '../stand/process-usage.mjs';
import { runLoad } from './run-load.mjs';

const round = (value) => Math.round(value * 1000) / 1000;

/**
 * Makes load and says besides what a unit of it cost each part of the platform. CPU time holds on a busy machine too,
 * where the rate does not. The warm-up has to be its own load: what it costs must not count.
 * @returns {Promise<object>} the result of the load with `cpuMs`: milliseconds a unit, by part
 */
export async function measuredLoad(stand, { warmUpSeconds = 0, ...job }) {
  if (warmUpSeconds > 0) await runLoad({ ...job, seconds: warmUpSeconds, mayFail: false });
  const before = cpuSeconds(stand.pids);
  const result = await runLoad(job);
  const after = cpuSeconds(stand.pids);
  return { ...result, cpuMs: cpuPer(before, after, result.done) };
}

/** CPU milliseconds by part between two readings, for each of so many units. */
export function cpuPer(before, after, units) {
  return Object.fromEntries(
    Object.keys(before).map((part) => [part, round(((after[part] - before[part]) * 1000) / units)]),
  );
}

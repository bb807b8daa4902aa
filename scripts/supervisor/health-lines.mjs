import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** What `/health/ready` names, and workflow tasks that fail, as lines of text. Empty where nothing can be read. */
export async function readTroubles({ healthUrl, metricsUrl }) {
  const [health, counted] = await Promise.all([readHealth(healthUrl), readCounted(metricsUrl)]);
  const { failedTasks, fullDisk } = counted;
  return { lines: [...health], failedTasks, fullDisk };
}

async function readHealth(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { reasons = [], notices = [] } = await response.json();
    return [...reasons, ...notices];
  } catch {
    // Whether the API lives is watched elsewhere.
    return [];
  }
}

/** A worker whose code cannot continue a run fails its tasks repeatedly: a bad deploy looks like this. */
async function readCounted(url) {
  if (!url) return {};
  try {
    const text = await (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
    const sumOf = (pattern) => [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
    return {
      failedTasks: sumOf(/^temporal_workflow_task_execution_failed(?:_total)?\{[^}]*\} ([\d.e+]+)$/gm),
      // What workers could not write; what requests could not, health says.
      fullDisk: sumOf(/^haat_disk_full_refusals\{[^}]*\} ([\d.e+]+)$/gm),
    };
  } catch {
    // Taken for zero, the next count that is read would look like new failures.
    return {};
  }
}

/**
 * Prints a line for each trouble that begins, and one when all have ended.
 * @param {object} options
 * @param {() => Promise<{ lines: string[], failedTasks?: number, fullDisk?: number }>} options.read counts that could not be read are left out
 * @param {(line: string) => void} options.say
 * @param {number} [options.intervalMs] shorter in tests
 * @returns {() => Promise<void>} ends the watch
 */
export function watchTroubles({ read, say, intervalMs = INTERVAL_MS }) {
  const ended = new AbortController();
  /** A line names minutes and counts, which change while the trouble stays. */
  const kindOf = (line) => line.replace(/\d+/g, '#');
  let known = new Set();
  let tasks;
  let refusals;
  async function look() {
    const { lines, failedTasks, fullDisk } = await read();
    for (const line of lines) if (!known.has(kindOf(line))) say(line);
    if (lines.length === 0 && known.size > 0) say('all parts work again');
    known = new Set(lines.map(kindOf));
    if (tasks !== undefined && failedTasks > tasks)
      say(`${failedTasks - tasks} workflow tasks failed: the log of the worker names the workflows`);
    tasks = failedTasks ?? tasks;
    if (refusals !== undefined && fullDisk > refusals)
      say('a disk is full: the worker could not write to the database or the file storage');
    refusals = fullDisk ?? refusals;
  }
  async function run() {
    while (!ended.signal.aborted) {
      await look().catch(() => undefined);
      await sleep(intervalMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
  }
  const running = run();
  return async () => {
    ended.abort();
    await running;
  };
}

import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshLog, lastLine, logFile, withLog } from './log-files.mjs';
import { createManagedProcess } from './managed-process.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { forgetPid, recordPid } from './pid-files.mjs';
import { yieldProcessor } from './priority.mjs';
import { stopProcess } from './processes.mjs';

/** What the processes have beyond the grace that they give themselves (SHUTDOWN_GRACE_SECONDS below). */
const BEYOND_GRACE_MS = 3_000;

/**
 * V8 collects garbage the later the more memory it may have, on a machine of 24 GB when a heap is four times what lives in
 * it. The largest work there is, imports and exports of any size among it, takes half a gigabyte. Space for young objects
 * (16 MB by default, three times, for each thread) is what a busy process fills whatever it does.
 */
const heapLimits = ['--max-old-space-size=768', '--max-semi-space-size=8'];

/** The C library would keep free memory apart for each of eight threads a processor. */
const environmentOfAll = { SHUTDOWN_GRACE_SECONDS: '5', MALLOC_ARENA_MAX: '2' };

/** What `npm run dev` bundles again with each change: its processes, and the step that a changed migration asks for. */
export const devEntries = ['server', 'worker', 'sandboxes/main', 'scripts/migrate'];

/** How Node runs a module of ours as it was built, under `npm run dev` with the last change. */
export const nodeArguments = (entry, watch) => [
  '--enable-source-maps',
  inProject('dist', watch && devEntries.includes(entry) ? 'dev' : '', `${entry}.js`),
];

/**
 * A part of the platform that is a Node process of ours, as in `server` or `sandboxes/main`. It writes to its log
 * file and holds our pipe as stdin, whose end tells it that we are gone. One that `yields` leaves the processor to the
 * others while it is short; one that `overlaps` is replaced by the next one before it has ended.
 */
export function createAppProcess({
  name,
  entry,
  dataDir,
  env,
  watch,
  yields = false,
  overlaps = false,
  onFailed,
  say,
}) {
  const args = [...heapLimits, ...nodeArguments(entry, watch)];
  let logStart = 0;
  let timeoutMs = 0;

  async function launch() {
    const file = freshLog(dataDir, name);
    logStart = existsSync(file) ? statSync(file).size : 0;
    const environment = { ...environmentOfAll, ...env(), HAAT_PARENT_PIPE: '1' };
    timeoutMs = Number(environment.SHUTDOWN_GRACE_SECONDS || 25) * 1_000 + BEYOND_GRACE_MS;
    const child = withLog(file, (log) =>
      spawn(process.execPath, args, {
        cwd: projectRoot,
        env: environment,
        detached: true, // Ctrl-C goes to the supervisor alone, which ends the parts in order
        stdio: ['pipe', log, log],
      }),
    );
    child.stdin.on('error', () => undefined); // it died first; its exit says so
    if (yields) yieldProcessor(child.pid);
    if (child.pid !== undefined) recordPid(dataDir, name, child.pid, [args.at(-1)]);
    child.once('exit', () => forgetPid(dataDir, name, child.pid));
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return child;
  }

  return createManagedProcess({
    name,
    launch,
    onFailed,
    say,
    waits: watch,
    overlaps,
    async end(child) {
      if (!(await endChild(child, timeoutMs)))
        say(`${name} did not end within ${timeoutMs / 1_000} s and was killed`);
    },
    lastWords: () => lastLine(logFile(dataDir, name), logStart),
  });
}

/** More than the event ever takes, for a process that cannot be killed. */
const EXIT_EVENT_MS = 2_000;

/**
 * Ends a child of ours. The exit event, not the process table, says when: its id cannot be reused before that.
 * @returns {Promise<boolean>} whether it ended by itself, and was not killed after `ms`
 */
export async function endChild(child, ms, signal = 'SIGTERM') {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return true;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const byItself = await stopProcess(child.pid, { signal, ms });
  // Gone from the process table is a moment before; the listener of the exit event still has a pid file to remove.
  await Promise.race([exited, sleep(EXIT_EVENT_MS, undefined, { ref: false })]);
  return byItself;
}

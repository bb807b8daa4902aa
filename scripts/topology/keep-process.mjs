import { spawn } from 'node:child_process';
import { endChild } from '../supervisor/app-process.mjs';
import { freshLog, lastLine, logFile, withLog } from '../supervisor/log-files.mjs';
import { createManagedProcess } from '../supervisor/managed-process.mjs';
import { projectRoot } from '../supervisor/paths.mjs';
import { forgetPid, recordPid } from '../supervisor/pid-files.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { setTimeout as sleep } from 'node:timers/promises';

const HEALTHY_MS = 90_000;
const POLL_MS = 100;

/**
 * A program that is kept running, as `restart: unless-stopped` has it, writing to its own log.
 * @param {object} options
 * @param {string} options.name of the process and of its log
 * @param {string} options.file
 * @param {readonly string[]} options.args
 * @param {Record<string, string>} options.env all that it is given, beside PATH and HOME
 * @param {() => Promise<boolean>} options.healthy asked until it says so; the start ends then
 * @param {number} [options.graceMs] between SIGTERM and SIGKILL
 */
export function keepProcess({ name, file, args, env, healthy, graceMs = 8_000, context }) {
  const { dataDir, say, onFailed } = context;

  async function launch() {
    const child = withLog(freshLog(dataDir, name), (log) =>
      spawn(file, args, {
        cwd: projectRoot,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
        detached: true, // Ctrl-C goes to this process alone, which ends the others in order
        stdio: ['ignore', log, log],
      }),
    );
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    recordPid(dataDir, name, child.pid, [args.at(-1) ?? file]);
    child.once('exit', () => forgetPid(dataDir, name, child.pid));
    return child;
  }

  let ended = false;
  const managed = createManagedProcess({
    name,
    launch,
    say,
    onFailed: (error) => onFailed(error),
    end: (child) => endChild(child, graceMs),
    lastWords: () => lastLine(logFile(dataDir, name)),
  });
  return {
    ...managed,
    async start() {
      await managed.start();
      await untilHealthy({ name, healthy, log: logFile(dataDir, name), givenUp: () => ended });
    },
    async stop() {
      ended = true;
      await managed.stop();
    },
  };
}

async function untilHealthy({ name, healthy, log, givenUp }) {
  const deadline = Date.now() + HEALTHY_MS;
  while (!(await healthy().catch(() => false))) {
    if (givenUp()) return;
    if (Date.now() > deadline)
      throw new PlainError(`${name} is not healthy after ${HEALTHY_MS / 1000} s: ${lastLine(log)} (${log})`);
    await sleep(POLL_MS);
  }
}

/** Whether an address responds with a status below 300. */
export async function responds(url) {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  return ok;
}

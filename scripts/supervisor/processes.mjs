import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Is there a process with this id? A zombie that nobody collected counts as gone. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  try {
    // The state follows the command name, which stands in brackets and may itself hold brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return true; // no /proc (macOS), or not ours to read: the signal was accepted, so it lives
  }
}

/** In which `/proc` counts, a hundred a second on every system that we know of. */
const TICKS = 100;

/**
 * What the programs that this process has started and that have ended took of the processor, with all that they started.
 * @returns {number | undefined} seconds; undefined where the system does not say (macOS)
 */
export function childCpuSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The command name stands in brackets and may itself hold brackets; the state follows as field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return undefined;
  }
}

/** The command line of a process with its arguments joined by spaces, or '' when it is gone. */
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    // macOS has no /proc; minimal Linux images have no ps. One of the two is there.
  }
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * Is `pid` alive and really the program that we once started? Process ids are reused, so every given word
 * (program, data directory, …) must stand in its command line.
 */
export function isOwnProcess(pid, words) {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  const command = commandOf(pid);
  return words.every((word) => command.includes(word));
}

/** Waits until the process is gone. @returns {Promise<boolean>} false when it still lives after `ms`. */
export async function waitForExit(pid, ms) {
  const deadline = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Sends `signal`, waits up to `ms`, then kills. Resolves when the process is gone.
 * @returns {Promise<boolean>} whether it ended by itself
 */
export async function stopProcess(pid, { signal = 'SIGTERM', ms = 5_000 } = {}) {
  send(pid, signal);
  if (await waitForExit(pid, ms)) return true;
  send(pid, 'SIGKILL');
  await waitForExit(pid, 2_000);
  return false;
}

/** Commands that run at this moment, so that Ctrl-C during a long step does not leave one behind. */
const running = new Set();
let ended = false;

/** Has this command ended by `endRunningCommands` when its turn comes. */
export function trackCommand(child) {
  running.add(child);
  const forget = () => running.delete(child);
  child.once('error', forget).once('close', forget);
}

/**
 * Asks all running commands to end (their callers see exit code null) and refuses new ones: the process is stopping. Those that
 * tidy up say `tidies`.
 */
export function endRunningCommands() {
  ended = true;
  for (const child of running) child.kill('SIGTERM');
}

/**
 * Runs a program to its end and collects what it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {{ timeoutMs?: number, tidies?: boolean } & import('node:child_process').SpawnOptions} [options] `stdio: 'inherit'` shows the
 *   output instead of collecting it
 * @returns {Promise<{ code: number | null, output: string }>} `output` is stdout and stderr as they came;
 *   code null means killed, also by the time-out.
 */
export function runCommand(command, args, { timeoutMs, tidies = false, ...options } = {}) {
  if (ended && !tidies) return Promise.reject(new Error('shutting down'));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    trackCommand(child);
    // Not spawn's own time-out: its timer stays behind when the program does not exist.
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGTERM'), timeoutMs);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

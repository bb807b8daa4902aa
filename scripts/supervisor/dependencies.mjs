import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { runCommand } from './processes.mjs';

const recordFile = () => inProject('node_modules', '.haat-lock-hash');

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Does the tree that npm says it installed hold every package of the lock file, in the same version? Packages for
 * other systems are marked optional there and may be missing.
 * @param {string} lock content of package-lock.json
 * @param {string | undefined} installed content of node_modules/.package-lock.json
 */
export function isInstalled(lock, installed) {
  if (installed === undefined) return false;
  const present = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = present[path];
    if (found === undefined) return Boolean(wanted.optional || wanted.devOptional);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * Install scripts of packages would run with the rights of the user who installs, so no script runs. One is needed, and is run by name where its
 * package is used: it links the libraries of the embedded Postgres (`postgres-binaries.mjs`). The others (esbuild,
 * @swc/core, @parcel/watcher, protobufjs, @scarf/scarf) only check, compile anew what comes built, or report an installation;
 * `test/run/install-scripts.test.ts` holds the list.
 */
async function npmCi() {
  // Warnings are of no use to those who install: `requireNode` has said in one line what npm says of this Node, and npm
  // repeats it for each package.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm start` this is the very npm that was called; without it, the one on PATH.
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const run = runCommand(command, [...first, ...args], { cwd: inProject(), stdio: 'inherit' });
  const { code } = await run.catch((error) => {
    throw new PlainError(`npm could not be started (${error.code}): install npm and put it on PATH.`);
  });
  if (code !== 0) throw new PlainError(`npm ci failed (exit code ${code}); its reason stands above.`);
}

/**
 * Runs `npm ci` when the lock file is not what is installed.
 * @param {(line: string) => void} say told before the long step
 * @returns {Promise<boolean>} true when something was installed
 */
export async function ensureDependencies(say) {
  const lock = readFileSync(inProject('package-lock.json'), 'utf8');
  const hash = hashOf(lock);
  if (read(recordFile())?.trim() === hash) return false;
  if (isInstalled(lock, read(inProject('node_modules', '.package-lock.json')))) {
    writeFileSync(recordFile(), `${hash}\n`);
    return false;
  }
  say('installing dependencies (npm ci)');
  await npmCi();
  writeFileSync(recordFile(), `${hash}\n`);
  return true;
}

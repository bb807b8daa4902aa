import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory } from './paths.mjs';
import { runCommand } from './processes.mjs';
import { findPython, installPackage } from './python-package.mjs';
import { onPath } from './temporal-binary.mjs';

/** Its options and its report are those of the fourth generation. */
const oldestUsable = 4;
const version = '4.32.5';

const installation = (env) => join(cacheDirectory(env), `schemathesis-${version}`);

/** A program that was installed elsewhere. Its interpreter is named in its first line, so it cannot be moved. */
const program = (file) => ({ command: file, args: [], env: {} });

/** What `installSchemathesis` left in the cache; called as a module, because the folder was moved there. */
function cached(env) {
  const folder = installation(env);
  const args = ['-m', 'schemathesis.cli'];
  const [python, target] = [join(folder, 'venv', 'bin', 'python'), join(folder, 'target')];
  if (existsSync(python)) return { command: python, args, env: {} };
  return existsSync(target) ? { command: 'python3', args, env: { PYTHONPATH: target } } : undefined;
}

/** The version a way to call it reports, or undefined when it does not run or is too old. */
async function usableVersion({ command, args, env }) {
  const run = runCommand(command, [...args, '--version'], {
    timeoutMs: 30_000,
    env: { ...process.env, ...env },
  });
  const { code, output } = await run.catch(() => ({ code: 1, output: '' }));
  const [, found] = /version (\d+\.\d+\.\d+)/.exec(output) ?? [];
  return code === 0 && Number.parseInt(found ?? '0', 10) >= oldestUsable ? found : undefined;
}

/**
 * Finds schemathesis: the copy in the cache, else `schemathesis` or `st` on PATH.
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<{ command: string, args: string[], env: Record<string, string>, version: string } | undefined>}
 */
export async function findSchemathesis(env) {
  const files = ['schemathesis', 'st'].map((name) => onPath(name, env)).filter((file) => file !== undefined);
  for (const way of [cached(env), ...files.map(program)].filter((item) => item !== undefined)) {
    const found = await usableVersion(way);
    if (found !== undefined) return { ...way, version: found };
  }
  return undefined;
}

/**
 * The same, installing it into the cache where it is nowhere.
 * @param {(line: string) => void} say told before the long step
 * @returns {ReturnType<typeof findSchemathesis>} undefined without Python
 * @throws Error with the reason of pip
 */
export async function installSchemathesis(env, say) {
  const found = await findSchemathesis(env);
  if (found !== undefined) return found;
  const python = await findPython();
  if (python === undefined) return undefined;
  const [cache, final] = [cacheDirectory(env), installation(env)];
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fetch-schemathesis-'));
  say(`installing the Python package schemathesis ${version} (once, 95 MB)`);
  try {
    await installPackage({
      python,
      folder,
      requirement: `schemathesis==${version}`,
      program: 'schemathesis',
    });
    // In one step, so that two runs at once cannot see half of it; a broken copy gives way.
    rmSync(final, { recursive: true, force: true });
    renameSync(folder, final);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return findSchemathesis(env);
}

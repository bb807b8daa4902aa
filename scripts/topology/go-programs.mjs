import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheDirectory } from '../supervisor/paths.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { yieldProcessor } from '../supervisor/priority.mjs';
import { runCommand } from '../supervisor/processes.mjs';
import { onPath } from '../supervisor/temporal-binary.mjs';
import { builtFolder, imageVersion, programTable } from './programs.mjs';

async function go(args, env, folder) {
  const { code, output } = await runCommand('go', args, {
    env: { ...env, GOFLAGS: '-mod=mod', GOBIN: folder },
  });
  if (code !== 0) throw new PlainError(`go ${args.join(' ')}: ${output.trim().split('\n').at(-1)}`);
  return output;
}

/** Where Go keeps the source of a module of this version. */
async function sourceFolder(module, version, env, folder) {
  const output = await go(['mod', 'download', '-json', `${module}@v${version}`], env, folder);
  return JSON.parse(output.slice(output.indexOf('{'))).Dir;
}

async function buildOne(name, env, say) {
  const { what, image, modules, source } = programTable[name];
  const target = builtFolder(name, env);
  if (existsSync(target)) return;
  const version = imageVersion(image);
  mkdirSync(cacheDirectory(env), { recursive: true });
  const folder = mkdtempSync(join(cacheDirectory(env), 'build-'));
  say(`compiling ${what} ${version} (once, some minutes)`);
  try {
    for (const module of modules) {
      await go(['install', '-ldflags=-s -w', `${module.package}@v${version}`], env, folder);
      const made = join(folder, basename(module.package));
      if (basename(module.package) !== module.as) renameSync(made, join(folder, module.as));
    }
    if (source !== undefined) {
      const from = join(await sourceFolder(source.module, version, env, folder), source.folder);
      cpSync(from, join(folder, source.folder), { recursive: true, mode: 0 });
      await runCommand('chmod', ['-R', 'u+w', join(folder, source.folder)]);
    }
    // In one step, so that two at once cannot see half of it.
    renameSync(folder, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Compiles the servers of the compose file that are Go programs, in its versions, into the cache.
 * @throws PlainError where there is no Go, or with the last line of its compiler
 */
export async function buildGoPrograms(env, say = (line) => console.log(line)) {
  if (onPath('go', env) === undefined)
    throw new PlainError('There is no Go on PATH: install Go 1.25 or newer, then run this again.');
  // The compilers inherit it: nobody waits for them at the keyboard.
  yieldProcessor(process.pid);
  for (const [name, { modules }] of Object.entries(programTable))
    if (modules !== undefined) await buildOne(name, env, say);
}

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { cacheDirectory } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { runCommand } from './processes.mjs';

/** What `engines` allows at least, what the image runs, and the newest. */
export const triedVersions = ['22.12.0', '24.18.0', '26.12.1'];

/**
 * A release of Node from npm, kept in the cache.
 * @param {string} version `24.18.0`
 * @param {Record<string, string | undefined>} env
 * @param {(line: string) => void} say told before the download
 * @returns {Promise<string>} the folder that holds `node`
 * @throws PlainError where npm has none for this system
 */
export async function installNode(version, env, say) {
  const cache = join(cacheDirectory(env), 'node');
  const target = join(cache, version);
  const bin = join(target, 'package', 'bin');
  if (existsSync(join(bin, 'node'))) return bin;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fetch-'));
  const name = `node-${platform()}-${arch()}@${version}`;
  say(`fetching ${name} from npm (once)`);
  try {
    const packed = await runCommand('npm', ['pack', '--silent', name], { cwd: folder });
    const archive = packed.output.trim().split('\n').at(-1);
    if (packed.code !== 0) throw new PlainError(`npm has no ${name}: ${archive}`);
    const unpacked = await runCommand('tar', ['-xzf', archive], { cwd: folder });
    if (unpacked.code !== 0)
      throw new PlainError(`${archive} could not be unpacked: ${unpacked.output.trim()}`);
    rmSync(join(folder, archive));
    if (!existsSync(target)) renameSync(folder, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return bin;
}

/** The environment in which `node` is that release. */
export const withNode = (bin, env) => ({ ...env, PATH: `${bin}${delimiter}${env.PATH ?? ''}` });

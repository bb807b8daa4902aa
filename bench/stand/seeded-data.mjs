import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeArguments } from '../../scripts/supervisor/app-process.mjs';
import { createParts } from '../../scripts/supervisor/parts.mjs';
import { ensureDatabase } from '../../scripts/supervisor/own-database.mjs';
import { inProject, projectRoot } from '../../scripts/supervisor/paths.mjs';
import { stopRecorded } from '../../scripts/supervisor/pid-files.mjs';
import { clusterFolder } from '../../scripts/supervisor/postgres-binaries.mjs';
import { prepareDataDirectory } from '../../scripts/supervisor/preflight.mjs';
import { runCommand } from '../../scripts/supervisor/processes.mjs';
import { fingerprint } from '../../scripts/supervisor/sources.mjs';
import { postgresUser } from '../../scripts/supervisor/unprivileged-user.mjs';
import { standSettings } from './stand-settings.mjs';

/** What decides the rows of a seeded cluster, beside its size. */
const inputs = ['migrations', 'scripts/seed', 'scripts/seed.ts', 'bench/stand/seeded-data.mjs'];

/** What `seed` is told for so many rows; 500 products are the demo data as it is. */
export const seedArguments = ({ products, orders }) =>
  products > 500 ? ['--products', String(products), '--orders', String(orders)] : [];

export const cacheFolder = (...parts) => inProject('.cache', 'bench', ...parts);

/** Runs a script of the project from `dist` to its end. @throws Error with what it said */
export async function runProjectScript(name, args, env) {
  const { code, output } = await runCommand(
    process.execPath,
    [...nodeArguments(`scripts/${name}`, false), ...args],
    { cwd: projectRoot, env },
  );
  if (code !== 0) throw new Error(`${name} failed: ${output.trim()}`);
}

/**
 * The data directory with a stopped cluster of so many products and orders, made at the first use. Data of other
 * schemas is removed, of other sizes it is kept.
 * @returns {Promise<string>}
 */
async function seededFolder({ products, orders }, say) {
  const version = fingerprint(inputs).slice(0, 12);
  for (const name of existsSync(cacheFolder()) ? readdirSync(cacheFolder()) : [])
    if (name.startsWith('seeded-') && !name.includes(version)) removeData(cacheFolder(name));
  const folder = cacheFolder(`seeded-${version}-${products}-${orders}`);
  const done = `${folder}.done`;
  if (existsSync(done)) return folder;
  await stopRecorded(folder);
  removeData(folder);
  prepareDataDirectory(folder);
  say(`seeding ${products} products and ${orders} orders (kept for the next time)`);
  const settings = await standSettings(folder, { NODE_ENV: 'development' });
  const parts = createParts({ settings, watch: false, say, onFailed: (error) => say(error.message) });
  const env = parts.environment();
  try {
    await parts.postgres.prepare();
    await parts.postgres.start();
    await ensureDatabase(env.DATABASE_URL);
    await runProjectScript('migrate', [], env);
    await runProjectScript('seed', seedArguments({ products, orders }), env);
  } finally {
    await parts.stopAll();
  }
  execFileSync('touch', [done]);
  return folder;
}

const clusterOf = (folder) => clusterFolder(folder, postgresUser());

/** Owners and modes are kept: the cluster may belong to another user. */
function copy(from, to) {
  execFileSync('cp', ['-Rp', from, to]);
}

/** Removes a data directory with its cluster, which may lie elsewhere. */
export function removeData(folder) {
  const cluster = clusterOf(folder);
  if (dirname(cluster) !== folder) rmSync(cluster, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  rmSync(`${folder}.done`, { force: true });
}

/** Makes `folder` a fresh copy of a seeded data directory. */
export async function copySeeded(folder, size, say) {
  const seeded = await seededFolder(size, say);
  removeData(folder);
  copy(seeded, folder);
  const cluster = clusterOf(folder);
  if (dirname(cluster) !== folder) copy(clusterOf(seeded), cluster);
}

/** Makes `folder` an empty data directory. */
export function emptyData(folder) {
  removeData(folder);
  prepareDataDirectory(folder);
}

export const runFolder = () => join(cacheFolder(), 'run');

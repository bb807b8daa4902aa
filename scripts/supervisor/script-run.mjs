import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build, canBuild } from './build-run.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { PlainError, printFailure } from './plain-error.mjs';
import { isAnswering } from './ports.mjs';
import { loadEnvFile, resolveSettings } from './settings.mjs';

/** These cannot do anything without the embedded parts that `npm start` brings up. */
const needs = {
  migrate: ['postgres'],
  'release-migrations': ['postgres'],
  seed: ['postgres'],
  redeliver: ['postgres'],
  doctor: ['postgres'],
  'restore-prepare': ['postgres'],
  'restore-finish': ['postgres', 'temporal'],
  reencrypt: ['postgres'],
  'engine-setup': ['temporal', 'postgres'],
  'plugin-purge': ['postgres'],
  'record-history': ['temporal'],
};

async function requireRunning(name, { embedded, ports }) {
  for (const part of needs[name] ?? []) {
    if (!embedded[part] || (await isAnswering(ports[part]))) continue;
    const variable = part === 'postgres' ? 'DATABASE_URL' : 'TEMPORAL_ADDRESS';
    throw new PlainError(
      `${name} finds nothing on port ${ports[part]}: run it beside \`npm start\`, or set ${variable}.`,
    );
  }
}

function run(file, args, env) {
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    cwd: projectRoot,
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs one script of the project to its end.
 * @param {string[]} argv its name without extension, then its arguments
 * @returns {Promise<number>} its exit code
 */
export async function runScript([name, ...args]) {
  try {
    if (!name) throw new PlainError('Which script? node scripts/run.mjs <name> [arguments]');
    loadEnvFile();
    const production = process.env.NODE_ENV === 'production';
    // Production configures each part; defaults of a development machine would only hide what is missing.
    const settings = production ? undefined : resolveSettings(process.env);
    // Workflows run elsewhere: their bundle for traces can wait for the worker that runs them.
    if (canBuild()) await build((line) => console.error(`build: ${line}`), { traced: false });
    const file = inProject('dist', 'scripts', `${name}.js`);
    if (!existsSync(file)) throw new PlainError(`There is no script called ${name} in dist/scripts.`);
    if (settings) await requireRunning(name, settings);
    return await run(file, args, settings?.childEnv ?? process.env);
  } catch (error) {
    return printFailure(error);
  }
}

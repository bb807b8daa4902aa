import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inProject } from './paths.mjs';
import { fingerprint } from './sources.mjs';
import { bundleInputs } from './workflow-inputs.mjs';

/** Lets the bundler follow `./x.js` to `x.ts`, and `#x.js` into `src`. */
function readTypeScript(config) {
  return {
    ...config,
    resolve: {
      ...config.resolve,
      extensionAlias: { '.js': ['.ts', '.js'] },
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
    },
  };
}

const require = createRequire(import.meta.url);
const tracingInterceptors = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';

/** Only problems: the bundler's own chatter about sizes helps nobody. */
const quiet = { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} };

/**
 * Bundles the workflows for the sandbox in which they run.
 * @param {{ folder: string, target: string, traced?: boolean }} options `folder` is `src` or `dist`, `target` the file
 *   to write; `traced` adds the library that makes spans of what workflows do
 * @returns {Promise<boolean>} false when that folder has no workflows yet
 */
export async function bundleWorkflows({ folder, target, traced = false }) {
  const extension = folder === 'src' ? 'ts' : 'js';
  const part = (name) => inProject(folder, 'workflows', `${name}.${extension}`);
  if (!existsSync(part('index'))) return false;
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const interceptors = [part('_shared/interceptors')];
  if (traced) interceptors.push(require.resolve(tracingInterceptors));
  const { code } = await bundleWorkflowCode({
    workflowsPath: part('index'),
    workflowInterceptorModules: interceptors,
    logger: quiet,
    ...(folder === 'src' && { webpackConfigHook: readTypeScript }),
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.${process.pid}`, code);
  renameSync(`${target}.${process.pid}`, target);
  return true;
}

/** Only what nobody has used for a day: another test run may be reading its own at this moment. */
function removeOld(cache) {
  const yesterday = Date.now() - 24 * 3_600_000;
  for (const name of readdirSync(cache)) {
    const file = join(cache, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < yesterday)
      rmSync(file, { force: true });
  }
}

/**
 * The bundle made from `src`, taken from `.cache` when nothing that goes into it has changed.
 * @param {{ traced?: boolean }} options
 * @returns {Promise<string | undefined>} the file, or undefined while there are no workflows
 */
export async function cachedSourceBundle({ traced = false } = {}) {
  const cache = inProject('.cache', 'workflow-bundles');
  const target = join(cache, `${fingerprint(bundleInputs()).slice(0, 16)}${traced ? '-traced' : ''}.js`);
  if (existsSync(target)) {
    utimesSync(target, new Date(), new Date());
    return target;
  }
  if (!(await bundleWorkflows({ folder: 'src', target, traced }))) return undefined;
  removeOld(cache);
  return target;
}

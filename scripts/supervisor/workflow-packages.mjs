import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { madeOnce, writeWhole } from './made-files.mjs';
import { inProject } from './paths.mjs';
import { fingerprint } from './sources.mjs';

const require = createRequire(import.meta.url);
const tracingInterceptors = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';

/** Only problems: the bundler's own chatter about sizes helps nobody. */
const quiet = { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} };

/**
 * What the SDK's bundler takes for the workflows and their interceptors: modules that hand on what `sourceWorkflows`
 * exports. That name is bound by what the bundle is put into, to a function that evaluates the sources. It is called
 * within a module, so that every run evaluates them for itself.
 */
function standIns(packages) {
  const cases = packages.map(
    (name) => `  ${JSON.stringify(name)}: () => require(${JSON.stringify(name)}),\n`,
  );
  return {
    'sources.cjs': `const packages = {\n${cases.join('')}};\nsourceWorkflows((name) => packages[name](), module);\n`,
    'workflows.cjs': `module.exports = require('./sources.cjs').workflows;\n`,
    'interceptors.cjs': `module.exports = require('./sources.cjs').interceptors;\n`,
  };
}

/** The bundler of the SDK, which refuses packages that workflows may not use. */
async function bundlePackages(folder, packages, traced) {
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(standIns(packages))) writeFileSync(join(folder, name), text);
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(folder, 'workflows.cjs'),
    workflowInterceptorModules: [
      join(folder, 'interceptors.cjs'),
      ...(traced ? [require.resolve(tracingInterceptors)] : []),
    ],
    logger: quiet,
  });
  return code;
}

/**
 * The part of the workflow bundle that is made of packages. Its bundler takes seconds, so it is made once for each lock
 * file, and kept in `.cache`.
 * @param {string[]} packages all that the sources of the workflows import
 * @param {boolean} traced with the library that makes spans of what workflows do
 * @returns {Promise<string>} the file
 */
export function packagesBundle(packages, traced) {
  const key = createHash('sha256')
    .update(fingerprint(['package-lock.json', 'scripts/supervisor/workflow-packages.mjs']))
    .update(JSON.stringify([packages, traced]))
    .digest('hex')
    .slice(0, 16);
  const target = inProject('.cache', 'workflow-packages', `${key}.js`);
  return madeOnce(target, async () =>
    writeWhole(target, await bundlePackages(target.replace(/\.js$/, ''), packages, traced)),
  );
}

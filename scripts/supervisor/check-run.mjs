import { availableParallelism, freemem } from 'node:os';
import { ensureDependencies } from './dependencies.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { printFailure } from './plain-error.mjs';
import { registeredPlugins } from './plugins.mjs';
import { runCommand } from './processes.mjs';
import { filesBelow } from './sources.mjs';

/** The linter with types and the compiler each hold the whole program in memory. */
const bytesPerStep = 1.5 * 1024 ** 3;

const tool = (...path) => inProject('node_modules', ...path);

/** CI reads everything anew; a developer's machine keeps what the last run has found. */
const cached = (...args) => (process.env.CI ? [] : args);

/** The native compiler; `typescript` itself is the older one, whose API tests of the architecture need. */
const compiler = tool('@typescript', 'native', 'bin', 'tsc');

/** In the order of their output; each stands alone. */
const steps = [
  {
    name: 'lint',
    args: [
      tool('oxlint', 'bin', 'oxlint'),
      '--type-aware',
      '--report-unused-disable-directives',
      '--deny-warnings',
    ],
  },
  {
    name: 'types',
    args: [
      compiler,
      '--noEmit',
      '-p',
      'tsconfig.json',
      ...cached('--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'),
    ],
  },
  {
    name: 'types of the console',
    args: [
      compiler,
      '--noEmit',
      '-p',
      'console/tsconfig.json',
      ...cached('--incremental', '--tsBuildInfoFile', '.cache/console.tsbuildinfo'),
    ],
  },
  {
    name: 'types of the storefront',
    args: [
      compiler,
      '--noEmit',
      '-p',
      'examples/storefront/tsconfig.json',
      ...cached('--incremental', '--tsBuildInfoFile', '.cache/storefront.tsbuildinfo'),
    ],
  },
  { name: 'format', args: [tool('oxfmt', 'bin', 'oxfmt'), '--check'] },
  { name: 'compose', args: [inProject('scripts', 'run.mjs'), 'check-compose'] },
  {
    name: 'architecture tests',
    args: [inProject('scripts', 'test.mjs'), 'test/architecture'],
    // In CI `npm test` runs them a moment later.
    when: () =>
      !process.env.CI &&
      filesBelow(inProject('test', 'architecture')).some((file) => file.endsWith('.test.ts')),
  },
];

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs one step and prints it as a whole, so that steps side by side do not mix. */
async function runStep({ name, args }) {
  const began = performance.now();
  const { code, output } = await runCommand(process.execPath, args, { cwd: projectRoot });
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds(began)})`);
  if (code !== 0 && output.trim() !== '') console.log(output.trimEnd());
  return code === 0 ? [] : [name];
}

/** As many at once as processors and memory allow. */
function width() {
  const free = process.availableMemory?.() ?? freemem();
  return Math.max(1, Math.min(availableParallelism(), Math.floor(free / bytesPerStep)));
}

async function runAll(queue) {
  const failed = [];
  const lane = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift())
      failed.push(...(await runStep(step)));
  };
  await Promise.all(Array.from({ length: width() }, lane));
  return failed;
}

/**
 * Format, lint, types, architecture tests and stale generated files.
 * @returns {Promise<number>} exit code: 1 when any step failed
 */
export async function runChecks() {
  const began = performance.now();
  try {
    await ensureDependencies((line) => console.log(`check: ${line}`));
    // The compiler and the linter find plugins by their links, which a fresh checkout lacks.
    await registeredPlugins();
    const failed = await runAll(steps.filter(({ when }) => when === undefined || when()));
    if (failed.length === 0) console.log(`check: all is well (${seconds(began)})`);
    else console.log(`check: failed: ${failed.join(', ')} (${seconds(began)})`);
    return failed.length === 0 ? 0 : 1;
  } catch (error) {
    return printFailure(error, 'check: ');
  }
}

import { availableParallelism, freemem } from 'node:os';
import { filesChangedSinceMain } from './changed.mjs';
import { allSteps, stepsFor } from './check-steps.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { projectRoot } from './paths.mjs';
import { PlainError, printFailure } from './plain-error.mjs';
import { registeredPlugins } from './plugins.mjs';
import { childCpuSeconds, runCommand } from './processes.mjs';

/** The linter with types and the compiler each hold the whole program in memory. */
const bytesPerStep = 1.5 * 1024 ** 3;

/** A clock of what passes, and of what the programs that have ended meanwhile took of the processor. */
function measure() {
  const began = performance.now();
  const before = childCpuSeconds();
  return () => {
    const wall = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    return before === undefined ? wall : `${wall}, ${(childCpuSeconds() - before).toFixed(1)} s of CPU`;
  };
}

/** Runs one step and prints it as a whole, so that steps side by side do not mix. */
async function runStep({ name, args }) {
  const began = performance.now();
  const { code, output } = await runCommand(process.execPath, args, { cwd: projectRoot });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
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

/** @throws PlainError where there is nothing to compare with */
async function changedSteps() {
  const files = await filesChangedSinceMain();
  if (files === undefined)
    throw new PlainError('There is no branch main to compare with: run npm run check without --changed.');
  console.log(`check: ${files.length} files differ from main`);
  return files.length === 0 ? [] : stepsFor(files);
}

/**
 * Format, lint, types, architecture tests and stale generated files.
 * @param {{ changed: boolean }} options `changed`: only of what differs from `main`
 * @returns {Promise<number>} exit code: 1 when any step failed
 */
export async function runChecks({ changed }) {
  const passed = measure();
  try {
    await ensureDependencies((line) => console.log(`check: ${line}`));
    // The compiler and the linter find plugins by their links, which a fresh checkout lacks.
    await registeredPlugins();
    const failed = await runAll(changed ? await changedSteps() : allSteps());
    if (failed.length === 0) console.log(`check: all is well (${passed()})`);
    else console.log(`check: failed: ${failed.join(', ')} (${passed()})`);
    return failed.length === 0 ? 0 : 1;
  } catch (error) {
    return printFailure(error, 'check: ');
  }
}

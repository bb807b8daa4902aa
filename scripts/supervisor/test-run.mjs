import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { currentCommit, filesChangedSinceMain, slugsOf, testsOf } from './changed.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { PlainError, explain, printFailure } from './plain-error.mjs';
import { describeSkips, readSkipped } from './skipped-tests.mjs';
import { startTestServices } from './test-services.mjs';
import { measureRun } from './test-timings.mjs';
import { ensureTestTools } from './test-tools.mjs';

/** What `npm run test:long` may take before it is ended; `TEST_LONG_MINUTES` overrides it. */
const defaultLongMinutes = 60;

const say = (line) => console.error(`test: ${line}`);

function jestArguments(args) {
  return [
    '--experimental-vm-modules',
    // Node says on every start that the flag above is experimental: known, and noise in every report.
    '--disable-warning=ExperimentalWarning',
    inProject('node_modules', 'jest', 'bin', 'jest.js'),
    // Named, because with jest's own defaults this very runner looks like a test file, and would start itself.
    '--config',
    inProject('jest.config.mjs'),
    ...args,
  ];
}

/** Copies what jest prints into a file as well; long runs are read afterwards. */
function keepOutput(child) {
  const folder = inProject('.cache', 'test-long');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}.log`);
  const log = createWriteStream(file);
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.pipe(to, { end: false });
    from.pipe(log, { end: false });
  }
  child.once('close', () => log.end());
  return relative(projectRoot, file);
}

/**
 * Runs jest to its end. A first Ctrl-C or SIGTERM asks it to stop, a second one kills it; either way the caller
 * goes on to clean up.
 * @returns {Promise<number>} the exit code
 */
function runJest(args, env, minutes, hold) {
  const child = spawn(process.execPath, jestArguments(args), {
    cwd: projectRoot,
    env,
    stdio: ['inherit', ...(minutes ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
  });
  if (child.pid !== undefined) hold(child.pid, 'SIGTERM', ['jest.js']);
  let signals = 0;
  const forward = (signal) => child.kill((signals += 1) > 1 ? 'SIGKILL' : signal);
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of names) process.on(name, forward);
  const budget = minutes && setTimeout(() => overBudget(child, minutes), minutes * 60_000);
  if (minutes) say(`long tests, time budget ${minutes} minutes, output in ${keepOutput(child)}`);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(budget);
      for (const name of names) process.off(name, forward);
      resolve(code ?? 1);
    });
  });
}

function overBudget(child, minutes) {
  say(`the time budget of ${minutes} minutes is used up: stopping`);
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
}

/**
 * What chooses the routes that the sweeps try with everything: the commit, so that every route has its turn, and what
 * has changed since `main`, which always has.
 */
async function sampling(env, slugs, onlyChanged) {
  const seed = env.TEST_SEED || (await currentCommit())?.slice(0, 10) || String(Date.now());
  const share = onlyChanged ? 'the routes' : 'a third of the routes and those';
  say(
    `sweeps of requests: ${share} of [${slugs.join(', ')}] (TEST_SEED=${seed} repeats them, TEST_SWEEPS=all tries all)`,
  );
  return {
    TEST_SEED: seed,
    TEST_CHANGED_SLUGS: slugs.join(),
    ...(onlyChanged && { TEST_SWEEPS: 'changed' }),
  };
}

/** The tests of what has changed since `main`, and of what uses it; undefined for all of them. Says which. */
function changedTests(files) {
  const { slugs, dependents, kernel, paths } = testsOf(files);
  if (kernel !== undefined) {
    say(`changed: ${kernel}, on which all tests depend: all of them run`);
    return undefined;
  }
  say(`changed: [${slugs.join(', ')}], used by [${dependents.join(', ')}]`);
  return paths;
}

const ownOptions = ['--long', '--rest', '--changed'];

/**
 * Which files run: `long` and `rest` as asked, `test` without paths, and with paths all below them but the long ones.
 * `wholeSet` says that none of the set is left out.
 */
function testSet(args) {
  const paths = args.some((arg) => !arg.startsWith('-'));
  const wholeSet = !paths && !args.includes('--changed');
  if (args.includes('--long')) return { set: 'long', wholeSet };
  if (args.includes('--rest')) return { set: 'rest', wholeSet };
  return { set: paths ? 'all' : 'test', wholeSet };
}

/** Jest's arguments for our own options, and what they put into its environment. */
async function chosenTests(args, env) {
  const changed = await filesChangedSinceMain();
  const onlyChanged = args.includes('--changed');
  if (onlyChanged && changed === undefined)
    throw new PlainError('There is no branch main to compare with: run npm test without --changed.');
  const slugs = slugsOf(changed ?? []);
  const rest = args.filter((arg) => !ownOptions.includes(arg));
  const paths = onlyChanged ? changedTests(changed) : undefined;
  return {
    args: [...rest, ...(paths ?? [])],
    env: await sampling(env, slugs, paths !== undefined),
  };
}

/** Names what was skipped and how to have it run. @returns {boolean} whether that is as it may be */
function saySkipped(file, env) {
  const { lines, unlisted } = describeSkips(readSkipped(file));
  for (const line of lines) say(line);
  return unlisted.length === 0 || !env.CI;
}

/**
 * The whole of `npm test`.
 * @param {string[]} args `--long` for the long tests, `--rest` for those that `npm test` leaves out, `--changed` for those of
 *   what differs from `main`; everything else goes to jest
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<number>} the exit code: that of jest, or 1 when it could not be started
 */
export async function runTests(args, env) {
  const { set, wholeSet } = testSet(args);
  let services;
  try {
    if (env.TEST_TEMPORAL_ADDRESS)
      throw new PlainError('The tests already run: npm test was called from within itself.');
    await ensureDependencies(say);
    const began = performance.now();
    const fetched = ensureTestTools(env, say);
    services = await startTestServices(env, say);
    say(`Postgres and Temporal are up after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await fetched;
    const chosen = await chosenTests(args, env);
    const skipped = join(services.folder, 'skipped.json');
    const timings = join(services.folder, 'timings.jsonl');
    const jestEnv = {
      ...env,
      NODE_ENV: 'test',
      ...chosen.env,
      TEST_DATABASE_ADMIN_URL: services.databaseUrl,
      TEST_TEMPORAL_ADDRESS: services.temporalAddress,
      TEST_SKIPPED_TESTS: skipped,
      TEST_TIMINGS: timings,
      TEST_SET: set,
    };
    const minutes = set === 'long' ? Number(env.TEST_LONG_MINUTES || defaultLongMinutes) : undefined;
    const measured = measureRun({ set, timings, pids: services.pids });
    const code = await runJest(chosen.args, jestEnv, minutes, services.hold);
    const withinBudgets = measured.report({ checked: wholeSet && set !== 'long' }, say);
    return saySkipped(skipped, env) && (withinBudgets || !env.CI) ? code : code || 1;
  } catch (error) {
    return printFailure(explain(error, 'starting the test services', 'TMPDIR'), 'test: ');
  } finally {
    await services?.stop();
  }
}

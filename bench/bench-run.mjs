import { readdirSync } from 'node:fs';
import { readArguments } from '../scripts/supervisor/arguments.mjs';
import { build } from '../scripts/supervisor/build-run.mjs';
import { tryLock } from '../scripts/supervisor/exclusive.mjs';
import { PlainError, printFailure } from '../scripts/supervisor/plain-error.mjs';
import { table, writeResult } from './report.mjs';
import { heaviestStatements, profilingEnvironment, readProfiles } from './stand/profile.mjs';
import { describeMachine } from './stand/machine.mjs';
import { cacheFolder } from './stand/seeded-data.mjs';
import { startStand } from './stand/stand.mjs';
import { startTopologyStand } from './stand/topology-stand.mjs';

const say = (line) => console.error(`bench: ${line}`);

/** The names of all benchmarks. */
export const benchNames = readdirSync(new URL('workloads', import.meta.url))
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.replace(/\.mjs$/, ''));

function readOptions(defaults, args) {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      {
        type: typeof value === 'boolean' ? 'boolean' : 'string',
        default: typeof value === 'boolean' ? value : String(value),
      },
    ]),
  );
  return Object.fromEntries(
    Object.entries(readArguments(args, options)).map(([name, text]) => {
      if (typeof defaults[name] !== 'number') return [name, text];
      const value = Number(text);
      if (!Number.isFinite(value) || value < 0) throw new PlainError(`--${name} takes a number`);
      return [name, value];
    }),
  );
}

/** Whatever happens, no process stays behind. */
async function withStands({ profile, topology }, work) {
  const startOn = topology ? startTopologyStand : startStand;
  const stands = new Set();
  const stopAll = async () => {
    for (const stand of stands) {
      if (profile && !stand.stopped()) console.log(`\nStatements\n${table(await heaviestStatements(stand))}`);
      await stand.stop();
    }
    stands.clear();
  };
  const onSignal = () => void stopAll().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  try {
    return await work(async (options) => {
      const env = { ...options.env, ...(profile && profilingEnvironment()) };
      const counting = profile || options.countStatements === true;
      const onBegin = (stand) => stands.add(stand);
      return startOn({ ...options, env, say, onBegin, countStatements: counting });
    });
  } finally {
    await stopAll();
  }
}

/**
 * Runs one benchmark: prints its tables and writes its JSON.
 * @param {string[]} argv its name, then its options
 * @returns {Promise<number>} exit code; a target that is missed is a result, not a failure
 */
export async function runBench([name, ...args]) {
  let lock;
  try {
    if (!name || !benchNames.includes(name))
      throw new PlainError(`Which benchmark? One of: ${benchNames.join(', ')}`);
    const workload = await import(`./workloads/${name}.mjs`);
    const { profile, topology, ...options } = readOptions(
      { ...workload.defaults, profile: false, topology: false },
      args,
    );
    lock = tryLock(cacheFolder('lock'), 'bench.mjs');
    if (lock.heldBy) throw new PlainError(`Process ${lock.heldBy} is measuring: wait for it to end.`);
    await build(say);
    const machine = describeMachine();
    const result = await withStands({ profile, topology }, (start) => workload.run({ options, start, say }));
    for (const [title, rows] of Object.entries(result.tables)) console.log(`\n${title}\n${table(rows)}`);
    if (result.targets.length > 0) console.log(`\nTargets\n${table(result.targets)}`);
    for (const { process: entry, busyMs, packages, functions } of profile ? readProfiles() : [])
      console.log(`\n${entry}: ${busyMs} ms busy\n${table(packages)}\n\n${table(functions)}`);
    console.log(`\n${writeResult(topology ? `${name}-topology` : name, machine, options, result)}`);
    return 0;
  } catch (error) {
    return printFailure(error, 'bench: ');
  } finally {
    lock?.release?.();
  }
}

import { randomInt } from 'node:crypto';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { readArguments, wholeNumber } from './arguments.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { PlainError, explain, printFailure } from './plain-error.mjs';
import { fuzzSessions } from './fuzz-session.mjs';
import { installSchemathesis } from './schemathesis.mjs';
import { startTestServices } from './test-services.mjs';

const say = (line) => console.log(`fuzz: ${line}`);

const kinds = [
  'nobody',
  'customer',
  'guest',
  'vendor',
  'admin',
  'api key',
  'account',
  'leaving account',
  'leaving vendor',
  'leaving admin',
];

function readOptions(args) {
  const values = readArguments(args, {
    'max-examples': { type: 'string', default: '10' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    session: { type: 'string', multiple: true, default: kinds },
    phases: { type: 'string', default: 'examples,coverage,fuzzing' },
    install: { type: 'boolean', default: false },
  });
  const unknown = values.session.find((kind) => !kinds.includes(kind));
  if (unknown !== undefined) throw new PlainError(`--session takes ${kinds.join(', ')}, not ${unknown}.`);
  return {
    ...values,
    maxExamples: wholeNumber('max-examples', values['max-examples'], 1),
    minutes: wholeNumber('minutes', values.minutes, 0),
    seed: wholeNumber('seed', values.seed, 0),
  };
}

/**
 * Starts the platform that is fuzzed, as its own process.
 * @returns {Promise<{ ask(kind: string): Promise<object>, stop(): Promise<void> }>} `ask` makes a fresh session
 */
async function startTarget(services, env) {
  const args = ['--conditions=source', '--import', 'tsx', inProject('test', 'fuzz', 'serve-target.ts')];
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: {
      ...env,
      NODE_ENV: 'test',
      TEST_DATABASE_ADMIN_URL: services.databaseUrl,
      TEST_TEMPORAL_ADDRESS: services.temporalAddress,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  services.hold(child.pid, 'SIGTERM', ['serve-target.ts']);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await lines.next();
    if (done) throw new PlainError('The platform to be fuzzed has ended; its reason stands above.');
    return JSON.parse(value);
  };
  const { url } = await next();
  return {
    ask: async (kind) => {
      child.stdin.write(`${kind}\n`);
      return { url, session: await next() };
    },
    stop: async () => {
      child.stdin.end();
      await closed;
    },
  };
}

/** What a session may do, in words to compare. */
async function rightsOf(url, { token }) {
  const headers = { authorization: `Bearer ${token}` };
  const responses = ['/me', '/me/permissions'].map(async (path) => {
    const { data, statusCode } = await (await fetch(`${url}${path}`, { headers })).json();
    return { statusCode, rights: Array.isArray(data) ? data : data?.activeVendor?.id };
  });
  return JSON.stringify(await Promise.all(responses));
}

/**
 * What keeps a run from saying anything: operations that were not tried, a session that lost its rights on the way and
 * was refused from there on.
 */
async function doubts({ kind, session, url, before, tested }) {
  const found = [];
  if (tested !== session.own.length) found.push(`${tested} of ${session.own.length} operations were tried`);
  const stays = session.token !== undefined && !kind.startsWith('leaving ');
  if (stays && (await rightsOf(url, session)) !== before)
    found.push('the session lost rights on the way: what it called after that was refused');
  return found;
}

/** One kind of session, with fresh rows. @returns {Promise<{ cases: number, found: boolean }>} */
async function runSession({ kind, target, schemathesis, options, seed }) {
  const { url, session } = await target.ask(kind);
  const before = await rightsOf(url, session);
  const began = performance.now();
  const { code, output, report } = await fuzzSessions({
    schemathesis,
    sessions: [session],
    url,
    seed,
    openApiFile: inProject('openapi.json'),
    maxExamples: options.maxExamples,
    phases: options.phases,
  });
  const { tested = 0, cases = 0 } = report
    ? { tested: report.operations.tested, cases: report.test_cases.generated }
    : {};
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const doubted = await doubts({ kind, session, url, before, tested });
  const found = code !== 0 || doubted.length > 0;
  say(
    `${kind}: ${tested} operations, ${cases} cases, seed ${seed}, ${seconds} s: ${found ? 'FINDINGS' : 'nothing found'}`,
  );
  for (const doubt of doubted) say(`${kind}: ${doubt}`);
  if (code !== 0) console.log(output);
  return { cases, found };
}

/** Every kind of session once, and again with the next seed while there is time. */
async function runSessions({ target, schemathesis, options }) {
  const until = performance.now() + options.minutes * 60_000;
  const failed = [];
  let cases = 0;
  for (let round = 0; round === 0 || performance.now() < until; round += 1) {
    const seed = options.seed + round;
    for (const kind of options.session) {
      if (round > 0 && performance.now() >= until) break;
      const session = await runSession({ kind, target, schemathesis, options, seed });
      cases += session.cases;
      if (session.found) failed.push(`${kind} with seed ${seed}`);
    }
  }
  return { cases, failed };
}

async function fuzz(options, env) {
  await ensureDependencies(say);
  const schemathesis = await installSchemathesis(env, say);
  if (schemathesis === undefined) throw new PlainError('Fuzzing needs Python 3.8 or newer on PATH.');
  if (options.install) {
    say(`schemathesis ${schemathesis.version} is there`);
    return 0;
  }
  say(
    `schemathesis ${schemathesis.version}, seed ${options.seed} (repeat it with --seed ${options.seed}), ${options.maxExamples} examples an operation, ${options.minutes ? `for ${options.minutes} minutes` : 'one round'}`,
  );
  const services = await startTestServices(env, say);
  try {
    const target = await startTarget(services, env);
    const { cases, failed } = await runSessions({ target, schemathesis, options });
    await target.stop();
    say(`${cases} cases; ${failed.length === 0 ? 'nothing found' : `findings as ${failed.join(', ')}`}`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await services.stop();
  }
}

/**
 * The whole of `npm run fuzz`.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<number>} the exit code: 1 when something was found or nothing could be run
 */
export async function runFuzz(args, env) {
  try {
    return await fuzz(readOptions(args), env);
  } catch (error) {
    return printFailure(explain(error, 'fuzzing'), 'fuzz: ');
  }
}

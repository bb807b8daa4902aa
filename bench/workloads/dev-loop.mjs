import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordDemoData } from '../../scripts/supervisor/demo-data.mjs';
import { inProject, projectRoot } from '../../scripts/supervisor/paths.mjs';
import { prepareDataDirectory } from '../../scripts/supervisor/preflight.mjs';
import { stopProcess } from '../../scripts/supervisor/processes.mjs';
import { startBrowser } from '../stand/browser.mjs';
import { target } from '../report.mjs';
import { cacheFolder, removeData } from '../stand/seeded-data.mjs';
import { standSettings } from '../stand/stand-settings.mjs';

/** `npm run dev`: from a saved file to what a developer sees of it, on a copy of the sources. */
export const defaults = { turns: 5 };

const POLL_MS = 10;
const TIMEOUT_MS = 120_000;
/** The first start of a copy builds everything. */
const START_MS = 600_000;

/** What is made, not written; `node_modules` is shared with the copy. */
const left = ['node_modules', '.git', '.data', '.cache', 'dist', '.test-build', '.plugins', 'coverage'];

async function until(what, holds, timeoutMs = TIMEOUT_MS) {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await sleep(POLL_MS);
  }
}

async function copySources() {
  const folder = await mkdtemp(join(tmpdir(), 'haat-bench-dev-'));
  const leaveOut = new Set(left.map((name) => join(projectRoot, name)));
  await cp(projectRoot, folder, { recursive: true, filter: (path) => !leaveOut.has(path) });
  symlinkSync(inProject('node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

/** Starts the supervisor of the copy, which watches it. */
async function startDev(folder, env) {
  const child = spawn(process.execPath, [join(folder, 'scripts', 'start.mjs'), '--watch'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const stop = () => stopProcess(child.pid, { signal: 'SIGINT', ms: 20_000 });
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`npm run dev ended with ${child.exitCode}: ${output}`);
    return /\bready\b/.test(output);
  };
  try {
    await until('npm run dev is ready', isReady, START_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** How often a part has said that it is ready, since its log began. */
const readyCount = (dataDir, part, words) => {
  const file = join(dataDir, 'logs', `${part}.log`);
  return existsSync(file) ? readFileSync(file, 'utf8').split(words).length - 1 : 0;
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The seconds from a save until it is seen, so many times; the kinds of changes by name. */
async function measure({ folder, dataDir, url, page, turns, say }) {
  const file = (...parts) => join(folder, ...parts);
  const edit = (path, from, to) => {
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    writeFileSync(path, text.replaceAll(from, to));
  };
  const apis = () => readyCount(dataDir, 'api', 'API is listening');
  const workers = () => readyCount(dataDir, 'worker', 'workers are running');
  const bothAgain = async (save) => {
    const [api, worker] = [apis(), workers()];
    save();
    await until('API and worker run again', () => apis() > api && workers() > worker);
    await until('the API responds', async () => (await fetch(`${url}/health/ready`)).ok);
  };
  const signIn = file('console', 'src', 'shell', 'sign-in.tsx');
  const health = file('src', 'api', 'health', 'health.routes.ts');
  const sql = file('src', 'db', 'kernel', 'migrate.ts');
  let [text, header, lock] = [
    'To the console of this marketplace',
    `response.json({ status: 'live' })`,
    '10_000',
  ];
  const kinds = {
    'a page of the console': async (turn) => {
      const next = `To the console, turn ${turn}`;
      edit(signIn, text, next);
      text = next;
      await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(next)})`, {
        polling: POLL_MS,
      });
    },
    'a route of the API': async (turn) => {
      const next = `response.set('x-turn', '${turn}').json({ status: 'live' })`;
      edit(health, header, next);
      header = next;
      await until('the API responds with the change', async () => {
        const response = await fetch(`${url}/health/live`);
        return response.headers.get('x-turn') === String(turn);
      });
    },
    'SQL of API and worker': (turn) =>
      bothAgain(() => {
        const next = `10_00${turn}`;
        edit(sql, lock, next);
        lock = next;
      }),
    'a migration': (turn) =>
      bothAgain(() => {
        const text = `import type { Knex } from 'knex';
export const up = (knex: Knex) => knex.raw('create table dev_turn_${turn} (id integer)');
export const down = (knex: Knex) => knex.raw('drop table dev_turn_${turn}');
`;
        writeFileSync(file('migrations', `2099010100000${turn}_dev_turn.ts`), text);
      }),
  };
  const results = {};
  for (const [kind, once] of Object.entries(kinds)) {
    const seconds = [];
    for (let turn = 1; turn <= turns; turn += 1) {
      const began = performance.now();
      await once(turn);
      seconds.push((performance.now() - began) / 1000);
      // A worker that is being replaced ends meanwhile.
      await sleep(3_000);
    }
    say(`${kind}: ${seconds.map((value) => value.toFixed(2)).join(', ')} s`);
    results[kind] = seconds;
  }
  return results;
}

export async function run({ options, say }) {
  const turns = Math.min(options.turns, 9);
  const folder = await copySources();
  const dataDir = cacheFolder('dev-data');
  removeData(dataDir);
  prepareDataDirectory(dataDir);
  recordDemoData(dataDir); // no demo data: it is not what is measured
  const { childEnv, ports } = await standSettings(dataDir, { NODE_ENV: 'development' });
  const { DATABASE_URL: _own, TEMPORAL_ADDRESS: _engine, SMTP_HOST: _mail, ...env } = childEnv;
  const dev = await startDev(folder, env);
  const profile = await mkdtemp(join(tmpdir(), 'haat-bench-dev-'));
  const browser = await startBrowser(profile);
  try {
    const url = `http://127.0.0.1:${ports.api}`;
    const page = await browser.newPage();
    await page.goto(`${url}/console`, { waitUntil: 'domcontentloaded' });
    const field = await page.waitForSelector('input[name="email"]', { timeout: TIMEOUT_MS });
    await field.type('asha@example.com');
    const results = await measure({ folder, dataDir, url, page, turns, say });
    const kept = await page.$eval('input[name="email"]', (input) => input.value);
    const limits = {
      'a page of the console': 1,
      'a route of the API': 3,
      'SQL of API and worker': 4,
      'a migration': 4,
    };
    return {
      tables: {
        'From save to seen': Object.entries(results).map(([change, seconds]) => ({
          change,
          'median s': median(seconds).toFixed(2),
          'longest s': Math.max(...seconds).toFixed(2),
        })),
        'What was typed into the page': [{ kept: kept === 'asha@example.com' ? 'yes' : 'NO' }],
      },
      targets: Object.entries(limits).map(([change, most]) =>
        target(change, median(results[change]), { most, unit: 's' }),
      ),
      details: results,
    };
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
    await dev.stop();
    removeData(dataDir);
    rmSync(folder, { recursive: true, force: true });
  }
}

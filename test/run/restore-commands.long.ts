import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { clusterFolder } from '../../scripts/supervisor/postgres-binaries.mjs';
import { postgresUser } from '../../scripts/supervisor/unprivileged-user.mjs';
import { pasteTour, tourFolder } from '../readme/tour-shop.js';
import { allGone, createInstallation, runningParts, Supervised, type Installation } from './supervised.js';

let installation: Installation;
let running: Supervised | undefined;
const folders: string[] = [];

beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(async () => {
  await running?.end('SIGINT');
  await allGone(Object.values(runningParts(installation.dataDir)));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  installation.remove();
});

async function start(words: RegExp, ...args: string[]): Promise<void> {
  running = new Supervised(installation, args);
  await running.says(words);
}

async function stop(): Promise<void> {
  expect(await running?.end('SIGINT')).toBe(0);
  running = undefined;
  await allGone(Object.values(runningParts(installation.dataDir)));
}

/** A script beside the running installation, as `npm run` starts it. */
function script(name: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const command = ['scripts/run.mjs', name, ...args];
    execFile(process.execPath, command, { env: installation.env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

async function query<Row>(text: string): Promise<Row[]> {
  const port = installation.env['POSTGRES_PORT'];
  const client = new pg.Client({ connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/haat` });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

interface Serial {
  vendor_id: string;
  financial_year: string;
  sequence: number;
}
const serials = () =>
  query<Serial>('select vendor_id, financial_year, sequence from invoices where sequence is not null');

/** The tour of the README: an import, an order that is paid, its invoices, a parcel. */
async function takeTour(): Promise<void> {
  const folder = tourFolder();
  folders.push(folder);
  const at = (name: string) => `http://127.0.0.1:${installation.env[name]}`;
  await pasteTour(at('PORT'), at('CARRIER_SANDBOX_PORT'), folder);
}

test('an older database is restored by two commands, and no number is given out twice', async () => {
  await start(/Ctrl-C stops everything/);
  await stop();
  const cluster = clusterFolder(installation.dataDir, postgresUser());
  const backup = join(cluster, '..', 'backup');
  folders.push(backup);
  cpSync(cluster, backup, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await own(backup);

  // The hours that are lost.
  await start(/Ctrl-C stops everything/);
  const before = await serials();
  await takeTour();
  const known = (list: Serial[]) =>
    new Set(list.map((item) => `${item.vendor_id} ${item.financial_year} ${item.sequence}`));
  const lost = [...known(await serials())].filter((item) => !known(before).has(item));
  expect(lost.length).toBeGreaterThanOrEqual(2);
  const refused = await script('restore-prepare');
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/Stop the API and the workers/) });
  await stop();

  rmSync(cluster, { recursive: true, force: true });
  cpSync(backup, cluster, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await own(cluster);
  await start(/postgres and temporal ready/, '--only', 'postgres,temporal');
  const prepared = await script('restore-prepare');
  expect(prepared).toMatchObject({ code: 0, output: expect.stringMatching(/Counter raised: invoice of/) });
  expect(prepared.output).toMatch(/\d\d schedules of the namespace haat are paused/);
  const former = await script('restore-finish');
  expect(former).toMatchObject({ code: 1, output: expect.stringMatching(/set TEMPORAL_NAMESPACE/) });
  installation.env['TEMPORAL_NAMESPACE'] = 'haat-2';
  const first = await script('restore-finish');
  expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/The namespace haat-2 is set up/) });
  await stop();

  await start(/Ctrl-C stops everything/);
  await running?.isReady();
  // The stand-in of the provider runs now: it knows the payment of the lost order.
  const second = await script('restore-finish');
  expect(second).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Paid at sandbox, and the order is/),
  });
  await takeTour();
  const after = [...known(await serials())].filter((item) => !known(before).has(item));
  expect(after.length).toBeGreaterThanOrEqual(2);
  expect(after.filter((item) => lost.includes(item))).toEqual([]);
});

/** Copies belong to whom copied them: the server wants a folder of its own user. */
async function own(folder: string): Promise<void> {
  const user = postgresUser();
  if (user.uid === undefined) return;
  await new Promise<void>((resolve, reject) => {
    execFile('chown', ['-R', `${user.uid}:${user.gid}`, folder], (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

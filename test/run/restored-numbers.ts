import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { NumberSeries } from '#db/invoices/counters.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { type Container, createContainer } from '#runtime/container.js';
import type { Random } from '../faults/harness/random.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { testConfig } from '../_support/platform-config.js';
import { createVendor } from '../_support/vendors.js';
import { allGone, createInstallation, type Installation, runningParts, Supervised } from './supervised.js';

/** Processes that give numbers at once. */
const GIVERS = 2;
/** Documents that each of them issues in a round. */
const DOCUMENTS = 45;
/** A new base backup each so many rounds. */
const ROUNDS_A_BACKUP = 5;

const ctx = systemContext({ name: 'test' }, new Date());
const keyOf = ({ counter, of, financialYear }: NumberSeries, sequence: number) =>
  `${counter} of ${of}, ${financialYear}: ${sequence}`;

/**
 * Backs an installation up, and restores it again and again to a random moment of a load of documents, by the commands that an operator
 * runs; every second time the server was killed before. What was committed is remembered outside of it.
 * @returns the numbers that were given twice, and how many were given
 */
export async function restoreAgainAndAgain(
  rounds: number,
  { next: random }: Random,
): Promise<{ given: number; twice: string[]; lost: number }> {
  const installation = await createInstallation();
  const backups = mkdtempSync(join(tmpdir(), 'haat-backups-'));
  await chmod(backups, 0o755); // Postgres may run as another user
  installation.env['BACKUP_DIR'] = backups;
  const given = new Set<string>();
  const twice: string[] = [];
  let lost = 0;
  let running: Supervised | undefined;
  try {
    running = await startDatabase(installation);
    await expectSuccess(script(installation, 'run.mjs', 'migrate'));
    const shop = await openGivers(installation);
    const vendorIds: string[] = [];
    for (const container of [...shop, ...shop]) vendorIds.push((await createVendor(container)).vendorId);
    await closeGivers(shop);
    for (let round = 0; round < rounds; round += 1) {
      if (round % ROUNDS_A_BACKUP === 0) await expectSuccess(script(installation, 'backup.mjs'));
      const givers = await openGivers(installation);
      const began = await now(givers);
      const numbers = await issueDocuments(givers, vendorIds, random);
      for (const number of numbers) {
        if (given.has(number)) twice.push(number);
        given.add(number);
      }
      const ended = await now(givers);
      await closeGivers(givers);
      if (round % 2 === 0) expect(await running.end('SIGINT')).toBe(0);
      else await kill(installation, running);
      running = undefined;
      const until = new Date(began.getTime() + random() * (ended.getTime() - began.getTime() - 1));
      const from = join(backups, newestBackup(backups));
      const args = ['--from', from, '--until', until.toISOString(), '--replace'];
      const { output } = await expectSuccess(script(installation, 'restore.mjs', ...args));
      lost += output.match(/Counter raised/g)?.length ?? 0;
      running = await startDatabase(installation);
    }
    // The last round gives numbers on what was restored last.
    const givers = await openGivers(installation);
    for (const number of await issueDocuments(givers, vendorIds, random))
      if (given.has(number)) twice.push(number);
      else given.add(number);
    await closeGivers(givers);
    return { given: given.size, twice, lost };
  } finally {
    await running?.end('SIGINT');
    await allGone(Object.values(runningParts(installation.dataDir)));
    installation.remove();
    rmSync(backups, { recursive: true, force: true });
  }
}

async function startDatabase(installation: Installation): Promise<Supervised> {
  const running = new Supervised(installation, ['--only', 'postgres']);
  await running.says(/postgres ready/);
  return running;
}

/** As a power failure: neither the supervisor nor the server ends by itself. */
async function kill(installation: Installation, running: Supervised): Promise<void> {
  const parts = Object.values(runningParts(installation.dataDir));
  await running.end('SIGKILL');
  for (const pid of parts) process.kill(pid, 'SIGKILL');
  await allGone(parts);
}

async function openGivers({ env, dataDir }: Installation): Promise<Container[]> {
  const url = `postgres://postgres:postgres@127.0.0.1:${env['POSTGRES_PORT']}/haat`;
  const config = await testConfig(url, join(dataDir, 'storage'));
  const givers = [];
  for (let index = 0; index < GIVERS; index += 1) {
    const container = await createContainer(config, { name: `giver-${index}` });
    await container.settings.refresh();
    givers.push(container);
  }
  return givers;
}

async function closeGivers(givers: Container[]): Promise<void> {
  for (const giver of givers) await giver.stop();
}

async function now([giver]: Container[]): Promise<Date> {
  const result = await giver?.knex.raw<{ rows: { at: Date }[] }>('select clock_timestamp() as at');
  return result?.rows[0]?.at ?? new Date();
}

/** Every giver issues documents of all series, beside the others. @returns what was committed */
async function issueDocuments(
  givers: Container[],
  vendorIds: readonly string[],
  random: () => number,
): Promise<string[]> {
  const committed: string[] = [];
  await Promise.all(
    givers.map(async (container) => {
      for (let count = 0; count < DOCUMENTS; count += 1) {
        const vendorId = vendorIds[Math.floor(random() * vendorIds.length)] ?? '';
        const isInvoice = count % 3 === 0;
        const order = isInvoice
          ? await createConfirmedOrder(container, { vendorIds: [vendorId] })
          : undefined;
        const work = order
          ? (tx: Tx) => issueInvoice(container, tx, order.subOrders[0]?.subOrderId ?? '')
          : (tx: Tx) => takeNumber(container, tx, count % 3 === 1 ? creditNotesOf(vendorId) : commission);
        committed.push(await container.unitOfWork.run(ctx, work));
      }
    }),
  );
  return committed;
}

const creditNotesOf = (of: string): NumberSeries => ({ counter: 'creditNote', of, financialYear: '2627' });
const commission: NumberSeries = { counter: 'commission', of: 'invoice', financialYear: '2627' };

async function takeNumber({ numbers }: Container, tx: Tx, series: NumberSeries): Promise<string> {
  return keyOf(series, await numbers.next(tx, series));
}

async function issueInvoice({ operations }: Container, tx: Tx, subOrderId: string): Promise<string> {
  expect(await operations.invoiceNumberOf(tx, ctx, subOrderId)).toMatch(/^INV\//);
  const row = await tx('invoices').where({ subOrderId }).first('vendorId', 'financialYear', 'sequence');
  const { vendorId = '', financialYear, sequence } = row ?? {};
  return keyOf({ counter: 'invoice', of: vendorId, financialYear: financialYear ?? '' }, sequence ?? 0);
}

const newestBackup = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.startsWith('base-'))
    .sort()
    .at(-1) ?? '';

interface Ended {
  code: number;
  output: string;
}

/** A command of the installation, as `npm run` starts it. */
export function script(installation: Installation, name: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const command = [join('scripts', name), ...args];
    execFile(process.execPath, command, { env: installation.env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

export async function expectSuccess(ended: Promise<Ended>): Promise<Ended> {
  const { code, output } = await ended;
  if (code !== 0) throw new Error(output);
  return { code, output };
}

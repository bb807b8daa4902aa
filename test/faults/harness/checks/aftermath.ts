import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession } from '../../../_support/accounts.js';
import { type Finding, finding, type World } from '../flow.js';
import type { PlatformProcesses } from '../processes/platform-processes.js';
import type { Part } from '../processes/part.js';
import { listProcesses } from '../processes/process-tree.js';

const TWO_DAYS_MS = 2 * 24 * 3_600_000;
const PROCESS_MS = 10_000;

/**
 * What killed processes leave behind is removed by those that come after them: files of uploads after a day, profiles
 * of browsers by the next browser. So the files are made two days old, API and worker are started afresh, one document
 * is printed, and then everything is asked to end.
 */
export async function checkAftermath(world: World, processes: PlatformProcesses): Promise<Finding[]> {
  const { parts, sandboxes, folder } = processes;
  const temporary = join(folder.storage, 'temporary');
  const longAgo = new Date(Date.now() - TWO_DAYS_MS);
  const abandoned = namesIn(temporary);
  for (const name of abandoned) utimesSync(join(temporary, name), longAgo, longAgo);

  const stop = async (part: Part): Promise<[string, number | null]> => [part.name, await part.stop()];
  const first = [parts.api, parts.worker];
  const ends = await Promise.all(first.map(stop));
  await Promise.all(first.map((part) => part.bringUp()));
  await printOnce(world);
  ends.push(...(await Promise.all([...first, parts.relay, sandboxes].map(stop))));
  await world.container.stop();
  await parts.engine.stop();
  await parts.postgres.stop();

  return [
    finding(
      'every process ends in order when it is asked to',
      ends.length,
      ends.filter(([, code]) => code !== 0).map(([name, code]) => `${name}: ${code ?? 'had to be killed'}`),
    ),
    finding('no temporary file is left', abandoned.length, [
      ...namesIn(temporary).map((name) => join('storage', 'temporary', name)),
      ...namesIn(folder.temporary).filter((name) => name.startsWith('haat-')),
    ]),
    await noProcessIsLeft(folder.path),
  ];
}

/** Prints an invoice again, where there is one. */
async function printOnce({ api, container }: World): Promise<void> {
  const { knex } = container;
  const invoice = (await knex('invoices').where({ status: 'ready' }).first('id', 'orderId', 'doneRev')) as
    { id: string; orderId: string; doneRev: number } | undefined;
  if (!invoice) return;
  const { token } = await createSession(container, { roles: ['superAdmin'] });
  await api.as(token).call('POST', `/admin/orders/${invoice.orderId}/invoice/regenerate`);
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200)) {
    const row = (await knex('invoices').where({ id: invoice.id }).first('doneRev')) as { doneRev: number };
    if (row.doneRev > invoice.doneRev) return;
  }
  throw new Error('An invoice could not be printed again after everything was over');
}

/** Each process of the run has the run's folder in its command line. */
async function noProcessIsLeft(folder: string): Promise<Finding> {
  const left = () =>
    listProcesses().filter(({ pid, command }) => pid !== process.pid && command.includes(folder));
  for (const until = Date.now() + PROCESS_MS; left().length > 0 && Date.now() < until;) await sleep(200);
  return finding(
    'no process is left',
    1,
    left().map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { NumberSeries } from '#db/invoices/counters.repository.js';
import { createInstallationRepository } from '#db/settings/installation.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Setting } from '#domain/_shared/setting.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { raiseCounters, type RaisedCounter } from '#operations/invoices/raise-counters.js';
import type { Container } from '#runtime/container.js';

export interface PreparedRestore {
  raised: RaisedCounter[];
  /** Files whose series the database does not know. */
  unknownFiles: string[];
  /** The former namespace, whose schedules are paused now; null where none was set up. */
  formerNamespace: string | null;
  /** Null where its engine could not be reached. */
  pausedSchedules: number | null;
  /** Mails that are queued again and were perhaps sent. */
  queuedMails: { id: string; template: string; recipient: string }[];
  /** A name for the next namespace. */
  nextNamespace: string;
}

/** The setting of a series' prefix; the operator has one for each kind of its documents. */
function prefixSettingOf({ counter, of }: Pick<NumberSeries, 'counter' | 'of'>): Setting<string> {
  if (counter === 'invoice') return invoiceSettings.numberPrefix;
  if (counter === 'creditNote') return invoiceSettings.creditNotePrefix;
  if (counter === 'challan') return invoiceSettings.challanPrefix;
  return of === 'credit_note' ? commissionSettings.creditNotePrefix : commissionSettings.invoicePrefix;
}

/**
 * The first half of a restore, while nothing runs: what was given out after the backup is not given out again, and the runs
 * of the lost hours get no new ones beside them. From here on no process runs in their namespace. May be repeated.
 * @throws Error while the API or workers are connected to the database
 */
export async function prepareRestore(container: Container): Promise<PreparedRestore> {
  const { knex, storage, unitOfWork, settings, config, clock } = container;
  await assertNothingRuns(container);
  const prefixes = new Map([
    [settings.get(commissionSettings.invoicePrefix), 'invoice' as const],
    [settings.get(commissionSettings.creditNotePrefix), 'credit_note' as const],
  ]);
  const ctx = systemContext({ name: 'restore' }, clock.now());
  const { raised, unknown } = await raiseCounters({ unitOfWork, storage }, ctx, {
    kindOf: (prefix) => prefixes.get(prefix),
    prefixOf: (series) => settings.get(prefixSettingOf(series)),
  });
  const installation = createInstallationRepository(knex);
  await installation.recordRestore();
  const { restoredFrom } = await installation.read();
  const pausedSchedules =
    restoredFrom === null ? 0 : await pauseSchedules(config, restoredFrom).catch(() => null);
  const queuedMails = (await knex('mail_messages')
    .where({ state: 'queued' })
    .orderBy('id')
    .limit(1_000)
    .select('id', 'template', 'recipient')) as PreparedRestore['queuedMails'];
  return {
    raised,
    unknownFiles: unknown,
    pausedSchedules,
    queuedMails,
    formerNamespace: restoredFrom,
    nextNamespace: nextNamespace(restoredFrom ?? config.TEMPORAL_NAMESPACE),
  };
}

/** `haat`, `haat-2`, `haat-3` … */
function nextNamespace(name: string): string {
  const [, stem = name, number = '1'] = /^(.*)-(\d+)$/.exec(name) ?? [];
  return `${stem}-${Number(number) + 1}`;
}

async function assertNothingRuns({ knex }: Pick<Container, 'knex'>): Promise<void> {
  const rows = await query(knex, {
    applicationName: text,
  })(`select distinct application_name from pg_stat_activity
     where datname = current_database() and application_name like 'haat-%' and application_name not like 'haat-restore%'`);
  if (rows.length === 0) return;
  const names = rows.map(({ applicationName }) => applicationName).join(', ');
  throw new Error(`Stop the API and the workers first: ${names} are connected to the database`);
}

/** Pauses all schedules of a namespace: its runs would go on beside those of the restored database. */
async function pauseSchedules(config: Container['config'], namespace: string): Promise<number> {
  const engine = createTemporalClient({ ...config, TEMPORAL_NAMESPACE: namespace });
  let paused = 0;
  try {
    for await (const { scheduleId } of engine.client.schedule.list()) {
      await engine.client.schedule
        .getHandle(scheduleId)
        .pause('the database was restored to an earlier moment');
      paused += 1;
    }
  } finally {
    await engine.close();
  }
  return paused;
}

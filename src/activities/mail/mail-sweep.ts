import { sweepRows } from '#activities/_shared/sweep-rows.js';
import { deleteBatch } from '#db/kernel/delete-batch.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import type { Sweep } from '#activities/sweeps/sweeps.activities.js';
import { firstIdAt } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

const KEEP_MAILS_DAYS = 400;
const KEEP_VARIABLES_DAYS = 30;
const DAY_MS = 86_400_000;

/** Forgets what mails said after a month, and the mails themselves after their year. */
export function createMailSweep(platform: Platform): Sweep {
  const messages = createMailRepository();
  return () => {
    const before = (days: number) => firstIdAt(new Date(platform.clock.now().getTime() - days * DAY_MS));
    return sweepRows(platform, 'mail-sweep', {
      abandonedTests: (tx) => messages.markAbandonedTests(tx),
      variables: (tx) => messages.wipeVariables(tx, before(KEEP_VARIABLES_DAYS)),
      mails: (tx) =>
        deleteBatch(tx, 'mail_messages', `r.id < ? and r.state not in ('queued', 'sending')`, [
          before(KEEP_MAILS_DAYS),
        ]),
      providerEvents: (tx) =>
        deleteBatch(tx, 'mail_provider_events', 'r.id < ? and r.handled_at is not null', [
          before(KEEP_MAILS_DAYS),
        ]),
    });
  };
}

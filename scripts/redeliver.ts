import { redeliverOpenFlows } from '#db/events/open-flows.query.js';
import { createKnex } from '#db/kernel/knex.js';
import { directUrl } from '#db/kernel/pooler.js';
import { parseConfig } from '#lib/config.js';
import { createUnitOfWork } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { documentKinds, OUTAGE_DAYS } from '#domain/jobs/failed-documents.js';
import { createOutbox } from '#events/outbox.js';
import { subscriptions } from '#events/subscriptions.js';
import { createRetryFailed } from '#operations/jobs/retry-failed.js';
import { exitWithOneLine } from '#lib/exit.js';
import { readArguments } from './supervisor/arguments.mjs';

/**
 * `npm run redeliver`: after the engine was lost, or the database restored, starts the run of everything that the
 * database says is not done. docs/operations.md says when. With `--refused-refunds` the providers are also asked once more
 * for refunds that they have refused. Invoices, exports and labels that failed in the last 30 days because the file storage
 * or the database was away are requested again.
 */
try {
  const values = readArguments(process.argv.slice(2), { 'refused-refunds': { type: 'boolean' } });
  const config = parseConfig(process.env);
  const knex = createKnex({
    url: directUrl(config),
    poolMax: 2,
    applicationName: 'haat-redeliver',
    guard: false,
  });
  const now = new Date();
  const ctx = systemContext({ name: 'redeliver' }, now);
  const retryFailed = createRetryFailed({ knex, outbox: createOutbox(subscriptions) });
  const since = new Date(now.getTime() - OUTAGE_DAYS * 86_400_000);
  const retried = await createUnitOfWork(knex).run(ctx, (tx) =>
    retryFailed(tx, ctx, { kinds: documentKinds, since, onlyOutages: true }),
  );
  for (const [kind, count] of Object.entries(retried))
    if (count > 0) console.log(`${kind}: ${count} that failed by an outage are requested again`);
  const found = await redeliverOpenFlows(knex, { refusedRefunds: values['refused-refunds'] });
  await knex.destroy();
  for (const { subscription, open, redelivered, missing } of found) {
    console.log(`${subscription}: ${open} open, ${redelivered} of them brought to the engine again`);
    if (missing.length > 0)
      console.log(`  without an event, so that no run can be started: ${missing.join(', ')}`);
  }
  if (found.length === 0) console.log('Nothing is open');
} catch (error) {
  exitWithOneLine(error);
}

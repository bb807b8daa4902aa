import { redeliverOpenFlows } from '#db/events/open-flows.query.js';
import { createKnex } from '#db/kernel/knex.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { readArguments } from './supervisor/arguments.mjs';

/**
 * `npm run redeliver`: after the engine was lost, or the database restored, starts the run of everything that the
 * database says is not done. docs/operations.md says when. With `--refused-refunds` the providers are also asked once more
 * for refunds that they have refused.
 */
try {
  const values = readArguments(process.argv.slice(2), { 'refused-refunds': { type: 'boolean' } });
  const config = parseConfig(process.env);
  const knex = createKnex({
    url: config.DATABASE_URL,
    poolMax: 2,
    applicationName: 'haat-redeliver',
    guard: false,
  });
  const found = await redeliverOpenFlows(knex, { refusedRefunds: values['refused-refunds'] });
  await knex.destroy();
  for (const { subscription, open, redelivered } of found)
    console.log(`${subscription}: ${open} open, ${redelivered} of them brought to the engine again`);
  if (found.length === 0) console.log('Nothing is open');
} catch (error) {
  exitWithOneLine(error);
}

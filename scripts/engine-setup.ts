import { createKnex } from '#db/kernel/knex.js';
import { plugins } from '#domain/plugins.js';
import { pluginSubscriptions } from '#events/plugin-subscriptions.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { setUpEngine } from '#runtime/engine-setup.js';
import { createUnregisteredPlugins, describeWork } from '#runtime/unregistered-plugins.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { readArguments } from './supervisor/arguments.mjs';

/**
 * Prepares the workflow engine: namespace, search attributes, schedules. Repeating it changes nothing. It refuses while
 * work of a plugin is under way that is no longer registered; `--drop-runs` ends that work.
 */
try {
  const values = readArguments(process.argv.slice(2), { 'drop-runs': { type: 'boolean' } });
  const config = parseConfig(process.env);
  const engine = createTemporalClient(config);
  const knex = createKnex({
    url: config.DATABASE_URL,
    poolMax: 2,
    applicationName: 'haat-engine-setup',
    guard: false,
  });
  await setUpEngine(engine.client, config.TEMPORAL_NAMESPACE, () =>
    settlePlugins(engine.client, knex, values['drop-runs'] === true),
  );
  await engine.close();
  await knex.destroy();
  console.log(`The workflow engine is ready: namespace ${config.TEMPORAL_NAMESPACE}`);
} catch (error) {
  exitWithOneLine(error);
}

async function settlePlugins(
  client: ReturnType<typeof createTemporalClient>['client'],
  knex: ReturnType<typeof createKnex>,
  drop: boolean,
): Promise<void> {
  const registered = plugins.map(({ name, workflows }) => ({
    name,
    workflows,
    subscriptions: (pluginSubscriptions[name] ?? []).map((subscription) => subscription.name),
  }));
  const unregistered = createUnregisteredPlugins({ client, knex, registered });
  const work = await unregistered.find();
  for (const line of work.flatMap(describeWork)) console.error(line);
  if (work.length > 0 && !drop)
    throw new Error(
      `Work of plugins that are not registered is under way (${work.map(({ parts }) => parts.name).join(', ')}): register them ` +
        'again in haat.config.ts, or end their work for good with npm run engine:setup -- --drop-runs',
    );
  await unregistered.drop(work);
  await unregistered.remember();
}

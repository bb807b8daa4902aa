import { createKnex } from '#db/kernel/knex.js';
import { directUrl } from '#db/kernel/pooler.js';
import { plugins } from '#domain/plugins.js';
import { pluginSubscriptions } from '#events/plugin-subscriptions.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { setUpOwnEngine } from '#runtime/self-setup.js';
import { createUnregisteredPlugins, describeWork } from '#runtime/unregistered-plugins.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { readArguments } from './supervisor/arguments.mjs';

/**
 * Prepares the workflow engine: namespace, search attributes, schedules. Repeating it changes nothing. It refuses while
 * work of a plugin is under way that is no longer registered; `--drop-runs` ends that work. It refuses a namespace of another
 * installation, too; `--take-over` makes it this one's. Where the engine has lost everything, it also starts the runs of what
 * is open if `ENGINE_SELF_SETUP` is on.
 */
try {
  const values = readArguments(process.argv.slice(2), {
    'drop-runs': { type: 'boolean' },
    'take-over': { type: 'boolean' },
  });
  const config = parseConfig(process.env);
  const engine = createTemporalClient(config);
  const knex = createKnex({
    url: directUrl(config),
    poolMax: 2,
    applicationName: 'haat-engine-setup',
    guard: false,
  });
  const { wasEmpty, redelivered } = await setUpOwnEngine({
    knex,
    client: engine.client,
    namespace: config.TEMPORAL_NAMESPACE,
    redeliver: config.ENGINE_SELF_SETUP,
    takeOver: values['take-over'] === true,
    settle: () => settlePlugins(engine.client, knex, values['drop-runs'] === true),
  });
  await engine.close();
  await knex.destroy();
  if (wasEmpty && config.ENGINE_SELF_SETUP)
    console.log(`The workflow engine was empty: ${redelivered} open flows were brought to it again`);
  else if (wasEmpty)
    console.log('The workflow engine was empty: run `redeliver` next, which starts the runs of what is open');
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

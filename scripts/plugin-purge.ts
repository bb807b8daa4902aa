import { createKnex } from '#db/kernel/knex.js';
import { directUrl } from '#db/kernel/pooler.js';
import { dropPluginTables, installedPlugins } from '#db/kernel/plugin-migrations.js';
import { plugins } from '#domain/plugins.js';
import { slugs } from '#domain/slugs.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { pluginToPurge, purgeFailure } from './plugins/plugin-to-purge.js';

/**
 * `npm run plugin:purge <name>`: drops the tables of a plugin that is no longer registered, and never anything else. Its
 * settings, the permissions of roles and values of custom fields stay where they are.
 */
try {
  const config = parseConfig(process.env);
  const knex = createKnex({
    url: directUrl(config),
    poolMax: 2,
    applicationName: 'haat-plugin-purge',
    guard: false,
  });
  const plugin = pluginToPurge(process.argv.slice(2), {
    installed: await installedPlugins(knex),
    registered: plugins.map(({ name }) => name),
    slugs,
  });
  const dropped = await dropPluginTables(knex, plugin).catch((error: unknown) => {
    throw purgeFailure(plugin.name, error);
  });
  await knex.destroy();
  console.log(dropped.length > 0 ? `Dropped: ${dropped.join(', ')}` : `${plugin.name} had no tables`);
} catch (error) {
  exitWithOneLine(error);
}

import type { InstalledPlugin } from '#db/kernel/plugin-migrations.js';

/** Postgres: what another table refers to is not dropped. */
const DEPENDENT_OBJECTS = '2BP01';

/**
 * Which plugin the arguments of `npm run plugin:purge` mean.
 * @throws Error for one that is registered, was never installed here, or whose prefix a feature of the platform has by now
 */
export function pluginToPurge(
  args: readonly string[],
  known: { installed: readonly InstalledPlugin[]; registered: readonly string[]; slugs: readonly string[] },
): InstalledPlugin {
  const names = known.installed.map(({ name }) => name);
  const [name = '', ...more] = args;
  if (name === '' || more.length > 0)
    throw new Error(`npm run plugin:purge <name>. Installed here: ${names.join(', ') || 'no plugin'}`);
  if (known.registered.includes(name))
    throw new Error(
      `The plugin ${name} is registered: take it out of haat.config.ts first, and run npm run engine:setup`,
    );
  const plugin = known.installed.find((item) => item.name === name);
  if (!plugin)
    throw new Error(
      `The plugin ${name} was not installed here. Installed: ${names.join(', ') || 'no plugin'}`,
    );
  const { prefix } = plugin;
  const feature = known.slugs.find((slug) => `${slug.replaceAll('-', '_')}_`.startsWith(`${prefix}_`));
  if (feature)
    throw new Error(
      `The prefix ${prefix} of the plugin ${name} is that of the feature ${feature} by now: drop its tables by hand`,
    );
  return plugin;
}

/** What stands in the way, in words. */
export function purgeFailure(name: string, error: unknown): unknown {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code !== DEPENDENT_OBJECTS) return error;
  return new Error(
    `Tables of the plugin ${name} are in use, and nothing was dropped: ${(detail ?? '').replaceAll('\n', '; ')}`,
    { cause: error },
  );
}

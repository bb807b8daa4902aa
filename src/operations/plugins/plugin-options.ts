import type { Environment, HaatConfig } from '#domain/_shared/haat-config.js';
import type { Feature } from '#domain/_shared/feature.js';

/** What a feature that takes options gets. */
export type OptionsOf<F> = F extends { readonly options: { parse(value: unknown): infer Options } }
  ? Options
  : never;

export type ReadOptions = <const F extends Feature>(feature: F) => OptionsOf<F>;

const nameOf = (from: string): string => (from.split('/').at(-1) ?? '').replace(/^haat-(plugin-)?/, '');

/**
 * The options of all plugins, read once as a process starts.
 * @throws Error naming the plugin and the option that cannot be used
 */
export function createPluginOptions(
  config: HaatConfig,
  features: readonly Feature[],
  env: Environment,
): ReadOptions {
  const given = new Map(
    config.plugins.map((plugin) =>
      typeof plugin === 'string' ? [nameOf(plugin), {}] : [nameOf(plugin.from), plugin.options(env)],
    ),
  );
  const read = new Map(
    features.flatMap(({ slug, options }) => {
      if (!options) return [];
      try {
        return [[slug, options.parse(given.get(slug) ?? {})] as const];
      } catch (error) {
        throw new Error(`The options of the plugin ${slug} in haat.config.ts: ${(error as Error).message}`, {
          cause: error,
        });
      }
    }),
  );
  return (feature) => read.get(feature.slug) as never;
}

import type { CustomFields } from './custom-field.js';

/** The environment that options are read from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A plugin of the installation: a folder (`./plugins/loyalty-points`) or a package. */
export type PluginReference =
  | string
  | {
      from: string;
      /** Its options, read once as a process starts. */
      options: (env: Environment) => Readonly<Record<string, unknown>>;
    };

/** What an installation adds to the platform, read when it is built. */
export interface HaatConfig {
  plugins: readonly PluginReference[];
  /** Fields that this installation adds to rows: docs/plugins.md. */
  customFields?: CustomFields;
}

/** The configuration of an installation, as `haat.config.ts` exports it. */
export function defineConfig(config: HaatConfig): HaatConfig {
  return config;
}

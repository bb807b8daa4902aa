import { instant, text, texts } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const pluginsTables = {
  plugins_installed: {
    name: text,
    prefix: text,
    version: text,
    workflows: texts,
    subscriptions: texts,
    migratedAt: instant,
  },
};

/** What `haat.config.ts` is written with: `haat/config`. */
export { defineConfig, type HaatConfig, type PluginReference } from '#domain/_shared/haat-config.js';

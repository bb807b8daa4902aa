/** What `haat.config.ts` is written with: `haat/config`. */
export { z } from 'zod';
export { type CustomField, type CustomFields, defineCustomFields } from '#domain/_shared/custom-field.js';
export { defineConfig, type HaatConfig, type PluginReference } from '#domain/_shared/haat-config.js';

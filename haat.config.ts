import { defineConfig } from 'haat/config';

/** What this installation adds to the platform: docs/plugins.md. */
export const config = defineConfig({
  plugins: [],
});

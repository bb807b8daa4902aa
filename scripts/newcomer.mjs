import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm run check:newcomer`: what a newcomer to the project does, with the oldest and the newest release of
 * Node: both commands in an empty folder, with an empty cache and, where this user may change it, as a user without
 * rights. `-- --node 24.18.0` tries one release, further arguments go to `npm test`.
 */
requireNode();
const { runAsNewcomer } = await import('./supervisor/newcomer-run.mjs');
process.exitCode = await runAsNewcomer(process.argv.slice(2), process.env);

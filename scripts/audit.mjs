import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm run audit`: what the registry knows against the packages that run in production. It informs and never fails: a
 * finding is for a person to weigh, and not every registry responds.
 */
requireNode();
const { audit } = await import('./supervisor/audit-run.mjs');
console.log(await audit());

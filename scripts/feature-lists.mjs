import { requireNode } from './supervisor/node-version.mjs';

/** The first part of `npm run generate`: the lists in which each layer names what its features have. */
requireNode();
const { writeFeatureLists } = await import('./supervisor/feature-lists.mjs');
const { printFailure } = await import('./supervisor/plain-error.mjs');
try {
  for (const file of await writeFeatureLists()) console.error(`generate: ${file}`);
} catch (error) {
  process.exitCode = printFailure(error, 'generate: ');
}

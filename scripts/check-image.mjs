import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm run check:image`: builds both images of the Dockerfile with docker, podman or buildah, whichever works, and runs the
 * platform out of them. `--base` makes the base of Debian's packages and npm's Node instead of pulling it.
 */
requireNode();
const { checkImage } = await import('./image/check-image.mjs');
const { readArguments } = await import('./supervisor/arguments.mjs');
const { printFailure } = await import('./supervisor/plain-error.mjs');

try {
  const { base } = readArguments(process.argv.slice(2), { base: { type: 'boolean', default: false } });
  process.exit(await checkImage({ makesBase: base }));
} catch (error) {
  process.exit(printFailure(error, ''));
}

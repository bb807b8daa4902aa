import { runTopology } from '../topology/topology-run.mjs';
import { openImage, removeContainers } from './containers.mjs';

/** From its start until it answers, with nothing beside it that starts. */
const READY_MS = 3_000;

/**
 * Brings up the topology with the platform's processes out of the images, takes the README's tour on it, and ends it.
 * @returns {Promise<string[]>} what is wrong, a line each
 */
export async function runOutOfImages({ builder, images, say }) {
  const [api, worker] = [
    await openImage(builder, images.api.name),
    await openImage(builder, images.worker.name),
  ];
  const took = {};
  try {
    const code = await runTopology({
      ...{ tour: true, production: false },
      images: { api, worker, migrate: api, 'engine-setup': api, 'storage-setup': api },
      onStarted: (name, ms) => (took[name] = ms),
    });
    if (code !== 0) return ['the platform did not run out of the images'];
    say(`the API was ready after ${(took['api-1'] / 1000).toFixed(1)} s`);
    return took['api-1'] > READY_MS
      ? [`the API was ready after ${took['api-1'].toFixed(0)} ms, not ${READY_MS}`]
      : [];
  } finally {
    await removeContainers([api, worker]);
  }
}

import { cpus, loadavg } from 'node:os';
import { runTopology } from '../topology/topology-run.mjs';
import { openImage, removeContainers, writtenFiles } from './containers.mjs';

/** From its start until it responds, with nothing beside it that starts. */
const READY_MS = 3_000;
/** Programs that want each core, beside which a time says nothing of the image. */
const QUIET = 1.5;

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
  const since = Date.now();
  try {
    const code = await runTopology({
      tour: true,
      production: false,
      images: { api, worker, migrate: api, 'engine-setup': api, 'storage-setup': api },
      onStarted: (name, ms) => (took[name] = ms),
    });
    if (code !== 0) return ['the platform did not run out of the images'];
    // The worker's root is not read-only: its browser keeps a profile.
    const written = await writtenFiles(api, since);
    const problems = written.map((path) => `${path} was written, which a read-only root refuses`);
    const load = loadavg()[0] / cpus().length;
    const judged = load <= QUIET;
    const ms = Math.round(took['api-1']);
    say(
      `the API was ready after ${ms} ms${judged ? '' : `, not judged at a load of ${load.toFixed(1)} a core`}`,
    );
    if (judged && ms > READY_MS) problems.push(`the API was ready after ${ms} ms, not ${READY_MS}`);
    return problems;
  } finally {
    await removeContainers([api, worker]);
  }
}

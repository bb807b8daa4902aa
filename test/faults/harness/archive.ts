import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../../scripts/supervisor/paths.mjs';

/** Some megabytes each. */
const KEPT = 20;

/** A folder for the journal and the logs of a run; of earlier runs the newest are kept. */
export function makeArchiveFolder(seed: number): string {
  const root = inProject('.cache', 'faults');
  mkdirSync(root, { recursive: true });
  // Their names begin with the time.
  const earlier = readdirSync(root).sort();
  for (const name of earlier.slice(0, Math.max(0, earlier.length - KEPT + 1)))
    rmSync(join(root, name), { recursive: true, force: true });
  return join(root, `${new Date().toISOString().replace(/[:.]/g, '-')}-seed-${seed}`);
}

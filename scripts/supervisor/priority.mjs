import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A tenth of the processor's time where others want it too, all of it where they do not. */
const NICENESS = 10;

/**
 * Lets a process that was just spawned come after the others where all of them want the processor: what follows an
 * order can wait, a buyer who places one cannot. A matter of courtesy: where the system does not allow it, all goes on as
 * it would without.
 * @param {number | undefined} pid
 */
export function yieldProcessor(pid) {
  if (pid === undefined) return;
  const attempts = [
    () => setPriority(pid, NICENESS),
    // Linux shares the processor among sessions first, and each part is its own session: among those, only this counts.
    () => process.platform === 'linux' && writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS)),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // Gone already, or a system without it.
    }
  }
}

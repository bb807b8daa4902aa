import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** On the scale of `nice`: about a third of the processor time of a process that is not given one, when all are busy. */
const backgroundNiceness = 5;

/**
 * Lets a process come after others where they share busy processors: what follows a request may take a moment longer,
 * the request itself may not. A system without such a thing runs it like the others.
 */
export function runInBackground(pid) {
  for (const lower of [
    () => setPriority(pid, backgroundNiceness),
    // Linux may share the processors out by session first, and then knows niceness of sessions too.
    () => writeFileSync(`/proc/${pid}/autogroup`, String(backgroundNiceness)),
  ]) {
    try {
      lower();
    } catch {
      // not on this system, or the process is gone already
    }
  }
}

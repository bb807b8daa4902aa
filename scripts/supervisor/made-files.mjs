import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a file whole or not at all: others may read it at this moment. */
export function writeWhole(target, text) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.${process.pid}`, text);
  renameSync(`${target}.${process.pid}`, target);
}

/** Only what nobody has used for a day: another test run may be reading its own at this moment. */
function removeOld(folder) {
  const yesterday = Date.now() - 24 * 3_600_000;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < yesterday)
      rmSync(file, { force: true, recursive: true });
  }
}

/**
 * A file that is made once for each name; those that were not used for a day are removed.
 * @param {string} target
 * @param {() => Promise<void>} make writes it
 */
export async function madeOnce(target, make) {
  if (existsSync(target)) utimesSync(target, new Date(), new Date());
  else {
    await make();
    removeOld(dirname(target));
  }
  return target;
}

import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../../../../scripts/supervisor/paths.mjs';

/** Where a run keeps everything that goes with it; what is read afterwards lies elsewhere. */
export interface RunFolder {
  path: string;
  /** A copy of the build, so that a build meanwhile changes nothing of this run. */
  platform: string;
  storage: string;
  /** `TMPDIR` of all processes. */
  temporary: string;
  sandboxes: string;
}

/** Makes a folder for the run, with the build that lies in `dist`. */
export function makeRunFolder(): RunFolder {
  // Resolved, because command lines are searched for it.
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'haat-faults-')));
  chmodSync(path, 0o755); // Postgres may run as another user
  const folder = (name: string): string => {
    mkdirSync(join(path, name), { recursive: true });
    return join(path, name);
  };
  const platform = folder('platform');
  cpSync(inProject('dist'), join(platform, 'dist'), { recursive: true });
  cpSync(inProject('package.json'), join(platform, 'package.json'));
  symlinkSync(inProject('node_modules'), join(platform, 'node_modules'));
  chmodSync(folder('logs'), 0o777);
  return {
    path,
    platform,
    storage: folder('storage'),
    temporary: folder('tmp'),
    sandboxes: folder('sandboxes'),
  };
}

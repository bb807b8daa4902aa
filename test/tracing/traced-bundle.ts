import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');

/** The workflows bundled with the library that traces them, in its own process: jest cannot run the bundler. */
export async function tracedBundle(): Promise<string> {
  const code = `import('./scripts/supervisor/workflow-bundle.mjs')
    .then((made) => made.cachedSourceBundle({ traced: true }))
    .then((file) => console.log(file))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { cwd: root });
  return stdout.trim();
}

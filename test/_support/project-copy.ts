import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
/** What is made, not written; `node_modules` is shared with the copy. */
const left = ['node_modules', '.git', '.data', '.cache', 'dist', '.test-build', 'coverage'];

/** The sources of the project in their own folder, in which a test may change what it likes. */
export interface ProjectCopy {
  root: string;
  remove(): Promise<void>;
}

export async function copyProject(): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-copy-'));
  const leaveOut = new Set(left.map((name) => join(root, name)));
  await cp(root, folder, { recursive: true, filter: (path) => !leaveOut.has(path) });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return { root: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The environment of this process without what makes it one of the tests: for a process that starts tests itself. */
export function outsideOfTests(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TEST_|JEST_|NODE_OPTIONS)/.test(name));
  return Object.fromEntries(kept);
}

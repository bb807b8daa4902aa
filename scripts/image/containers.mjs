import { PlainError } from '../supervisor/plain-error.mjs';
import { runCommand } from '../supervisor/processes.mjs';

/**
 * What `ownCommand` needs to run an image. buildah runs in a working container, made here and removed by `removeContainers`.
 * @returns {Promise<{ builder: string, name: string, container?: string }>}
 */
export async function openImage(builder, name) {
  if (builder !== 'buildah') return { builder, name };
  const { code, output } = await runCommand('buildah', ['from', '--pull-never', name]);
  if (code !== 0) throw new PlainError(`buildah from ${name}: ${output.trim()}`);
  return { builder, name, container: output.trim().split('\n').at(-1) };
}

/** What has to be done after the topology has stopped, which refuses commands from then on. */
const buildah = (args) => runCommand('buildah', args, { tidies: true });

export async function removeContainers(images) {
  const containers = images.flatMap(({ container }) => container ?? []);
  if (containers.length > 0) await buildah(['rm', ...containers]);
}

/** Where processes may write: a read-only container has these beside its root. */
const WRITABLE = ['tmp', 'data', 'proc', 'sys', 'dev', 'run', 'etc/hosts', 'etc/resolv.conf'];

/**
 * Files that what ran has changed outside of the folders for it. buildah has no read-only root: it is looked at afterwards.
 * @param {number} since milliseconds
 * @returns {Promise<string[]>} paths in the container, none for other builders, which refuse such writes
 */
export async function writtenFiles({ container }, since) {
  if (container === undefined) return [];
  const { code, output } = await buildah(['mount', container]);
  if (code !== 0) throw new PlainError(`buildah mount ${container}: ${output.trim()}`);
  const root = output.trim().split('\n').at(-1);
  const left = WRITABLE.flatMap((path) => ['-path', `${root}/${path}`, '-prune', '-o']);
  const newer = ['-type', 'f', '-newermt', `@${since / 1_000}`, '-printf', '/%P\n'];
  const found = await runCommand('find', [root, ...left, ...newer], { tidies: true });
  await buildah(['umount', container]);
  return found.output.split('\n').filter((line) => line.startsWith('/'));
}

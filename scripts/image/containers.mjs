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

export async function removeContainers(images) {
  const containers = images.flatMap(({ container }) => container ?? []);
  if (containers.length > 0) await runCommand('buildah', ['rm', ...containers]);
}

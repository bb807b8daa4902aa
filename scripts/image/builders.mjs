import { runCommand } from '../supervisor/processes.mjs';

/** The tools that build an image from a Dockerfile, best first, each with a command that works only where it does. */
const builders = [
  { name: 'docker', probe: ['info'] },
  { name: 'podman', probe: ['info'] },
  { name: 'buildah', probe: ['info'] },
];

/** Runs where no cgroups and no user namespaces can be made, as in a container. */
const BUILDAH = ['--isolation', 'chroot', '--network', 'host'];

/** @returns {Promise<string | undefined>} the first that works on this machine */
export async function findBuilder() {
  for (const { name, probe } of builders) {
    const { code } = await runCommand(name, probe, { timeoutMs: 15_000 }).catch(() => ({ code: 1 }));
    if (code === 0) return name;
  }
  return undefined;
}

/** Arguments that build a stage of the Dockerfile into an image of this name. */
export function buildArguments({ builder, target, image, base }) {
  const common = ['--target', target, '-t', image];
  const own = base === undefined ? [] : ['--build-arg', `NODE_IMAGE=${base}`];
  if (builder === 'docker') return ['build', ...own, ...common, '.'];
  // The format of Docker keeps the health check.
  const format = ['--format', 'docker'];
  if (builder === 'podman') return ['build', ...format, ...own, ...common, '.'];
  const pull = base === undefined ? [] : ['--pull-never'];
  return ['bud', '--layers', ...BUILDAH, ...pull, ...format, ...own, ...common, '.'];
}

/** Whether the builder can have an image from where images are published. */
export async function canPull(builder, image) {
  const args = builder === 'buildah' ? ['pull', '--quiet', image] : ['pull', image];
  return (await runCommand(builder, args, { timeoutMs: 120_000 }).catch(() => ({ code: 1 }))).code === 0;
}

/** The bytes of an image, and what each of its layers adds. @returns {Promise<{ bytes: number, layers: string[] }>} */
export async function imageSize(builder, image) {
  if (builder === 'buildah') {
    const { output } = await runCommand('buildah', ['images', '--json', image]);
    const [{ size }] = JSON.parse(output);
    return { bytes: bytesOf(size), layers: [] };
  }
  const { output } = await runCommand(builder, ['image', 'inspect', '--format', '{{.Size}}', image]);
  const history = await runCommand(builder, ['history', '--format', '{{.Size}} {{.CreatedBy}}', image]);
  return { bytes: Number(output.trim()), layers: history.output.trim().split('\n') };
}

const UNITS = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** As in `349 MB`. */
function bytesOf(text) {
  const [, number, unit] = /^([\d.]+)\s*([KMG]?B)$/i.exec(text) ?? [];
  return Number(number) * UNITS[unit.toUpperCase()];
}

import { inProject, projectRoot } from '../supervisor/paths.mjs';

/** What the image sets for all of them. */
const imageEnvironment = { MALLOC_ARENA_MAX: '2' };

/** `[node, …]` of the file, by the Node that runs here. */
function onThisMachine({ command }, env) {
  const args = command.slice(1).map((word) => (word.startsWith('dist/') ? inProject(word) : word));
  return {
    file: process.execPath,
    args,
    options: { cwd: projectRoot, env: { ...imageEnvironment, ...env } },
  };
}

/** Read-only and without capabilities, as the file has it, on this machine's network. */
const IN_DOCKER = [
  '--rm',
  '--network',
  'host',
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges:true',
];

const inDocker = ({ read_only: readOnly }) =>
  IN_DOCKER.filter((word) => word !== '--read-only' || readOnly !== false);

/**
 * How a process of the platform is started: from the build of this checkout, or out of an image.
 * @param {{ service: { command: string[] }, env: Record<string, string>, image?: { builder: string, name: string, container?: string } }} options
 *   `container` of buildah, made from the image
 */
export function ownCommand({ service, env, image }) {
  if (image === undefined) return onThisMachine(service, env);
  const { builder, name, container } = image;
  const { NODE_EXTRA_CA_CERTS: _ofTheImage, ...given } = env;
  // Names alone, where the builder reads the values of its own environment: arguments are seen by everybody on the machine.
  // Those of buildah are the passwords of a topology that lasts for one check.
  const names = Object.entries(given).flatMap(([variable, value]) => [
    '-e',
    builder === 'buildah' ? `${variable}=${value}` : variable,
  ]);
  const args =
    builder === 'buildah'
      ? [
          'run',
          '--isolation',
          'chroot',
          '--cap-drop',
          'ALL',
          '--user',
          'node',
          ...names,
          container,
          '--',
          ...service.command,
        ]
      : ['run', ...inDocker(service), ...names, name, ...service.command];
  return { file: builder, args, options: { cwd: projectRoot, env: given } };
}

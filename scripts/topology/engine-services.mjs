import { dirname, join } from 'node:path';
import { freshLog } from '../supervisor/log-files.mjs';
import { inProject } from '../supervisor/paths.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { isAnswering } from '../supervisor/ports.mjs';
import { runCommand } from '../supervisor/processes.mjs';
import { appendFileSync } from 'node:fs';
import { environmentHere } from './compose-services.mjs';
import { keepProcess } from './keep-process.mjs';

/** The engine's schema tool lies beside its server. */
export const sqlToolOf = (server) => join(dirname(server), 'temporal-sql-tool');

/** Makes the engine's databases, or brings them to its version, by the script that the file mounts. */
export function setUpSchema({ service, places, bin }) {
  const env = environmentHere({ DB_PORT: '5432', ...service.environment }, places);
  const script = inProject('docker', 'temporal', 'set-up-schema.sh');
  return runCommand('sh', [script], { env: { ...env, PATH: `${bin}:${process.env.PATH}` } });
}

export function createSchemaService({ service, places, bin, context }) {
  return {
    async start() {
      const { code, output } = await setUpSchema({ service, places, bin });
      appendFileSync(freshLog(context.dataDir, 'temporal-schema'), output);
      if (code !== 0) throw new PlainError(`temporal-schema failed: ${output.trim().split('\n').at(-1)}`);
    },
    stop: () => Promise.resolve(),
    kill: () => undefined,
  };
}

/** The inner ports of the server, each with the variable that moves it. */
export const enginePorts = [
  'FRONTEND_GRPC_PORT',
  'FRONTEND_HTTP_PORT',
  'FRONTEND_MEMBERSHIP_PORT',
  'MATCHING_GRPC_PORT',
  'MATCHING_MEMBERSHIP_PORT',
  'HISTORY_GRPC_PORT',
  'HISTORY_MEMBERSHIP_PORT',
  'WORKER_GRPC_PORT',
  'WORKER_MEMBERSHIP_PORT',
];

/** The file that the service mounts at this path. */
function mounted(service, path) {
  const mount = service.volumes.find((volume) => volume.split(':')[1] === path);
  if (mount === undefined) throw new PlainError(`docker-compose.yml mounts nothing at ${path}.`);
  return inProject(mount.split(':')[0]);
}

/**
 * What the engine's server is given on this machine.
 * @param {{ service: object, places: Map<string, string>, ports: Record<string, number> }} options `ports` by the variables of
 *   `enginePorts`
 * @returns {Record<string, string>}
 */
export function engineEnvironment({ service, places, ports }) {
  const env = environmentHere(service.environment, places);
  const own = Object.fromEntries(enginePorts.map((name) => [name, String(ports[name])]));
  return {
    ...env,
    ...own,
    BIND_ON_IP: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DYNAMIC_CONFIG_FILE_PATH: mounted(service, env.DYNAMIC_CONFIG_FILE_PATH),
  };
}

export function createEngineService({ service, places, ports, file, context }) {
  return keepProcess({
    name: 'temporal',
    file,
    args: ['start'],
    context,
    env: engineEnvironment({ service, places, ports }),
    healthy: () => isAnswering(ports.FRONTEND_GRPC_PORT),
    graceMs: 15_000,
  });
}

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endChild } from '../supervisor/app-process.mjs';
import { freshLog, lastLine, logFile } from '../supervisor/log-files.mjs';
import { createManagedProcess } from '../supervisor/managed-process.mjs';
import { inProject } from '../supervisor/paths.mjs';
import { forgetPid, recordPid } from '../supervisor/pid-files.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { clusterFolder, postgresBinaries } from '../supervisor/postgres-binaries.mjs';
import { ensureCluster, startPostgres, stopLeftBehind } from '../supervisor/postgres.mjs';
import { runCommand } from '../supervisor/processes.mjs';
import { postgresUser } from '../supervisor/unprivileged-user.mjs';

/** `-c name=value` of a command, on the loopback address alone. */
function settingsIn(command = []) {
  const pairs = command.filter((_word, index) => command[index - 1] === '-c');
  const own = { listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  return { ...own, ...Object.fromEntries(pairs.map((pair) => pair.split('='))) };
}

/**
 * Gives the engine its role, by the script that the file mounts.
 * @param {{ environment: Record<string, string>, port: number, bin: string }} options `environment` of the service `postgres`;
 *   `bin` from `writeFilePrograms`
 * @throws PlainError with what the script said
 */
export async function makeEngineRole({ environment, port, bin }) {
  const env = { ...process.env, ...environment, PATH: `${bin}:${process.env.PATH}` };
  const where = { PGHOST: '127.0.0.1', PGPORT: String(port), PGPASSWORD: environment.POSTGRES_PASSWORD };
  const script = inProject('docker', 'postgres', '10-engine.sh');
  const { code, output } = await runCommand('sh', [script], { env: { ...env, ...where } });
  if (code !== 0) throw new PlainError(`docker/postgres/10-engine.sh failed: ${output.trim()}`);
}

/**
 * Postgres with the arguments of the file. The first start makes the user and the database that the image would make, and
 * runs the scripts that the file mounts for it. `onCluster` is called once the data directory is there.
 */
export function createDatabaseService({ service, port, bin, onCluster = () => undefined, context }) {
  const { dataDir, say, onFailed } = context;
  const name = 'postgres';
  const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: password } = service.environment;
  const made = join(dataDir, 'database-made');
  let place;

  async function launch() {
    const child = await startPostgres({
      ...place,
      port,
      logFile: freshLog(dataDir, name),
      settings: settingsIn(service.command),
      onSpawn: (pid) => recordPid(dataDir, name, pid, ['postgres', place.folder], 'SIGINT'),
    });
    child.once('exit', () => forgetPid(dataDir, name, child.pid));
    return child;
  }

  async function makeDatabase() {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password,
      database: 'postgres',
    });
    await client.connect();
    const [role, own] = [client.escapeIdentifier(user), client.escapeIdentifier(database)];
    await client.query(`create role ${role} superuser login password ${client.escapeLiteral(password)}`);
    await client.query(`create database ${own} owner ${role}`);
    await client.end();
    await makeEngineRole({ environment: service.environment, port, bin });
    writeFileSync(made, '');
  }

  const managed = createManagedProcess({
    name,
    launch,
    onFailed,
    say,
    end: (child) => endChild(child, 8_000, 'SIGINT'),
    lastWords: () => lastLine(logFile(dataDir, name)),
  });
  return {
    ...managed,
    async start() {
      const owner = postgresUser();
      const folder = clusterFolder(dataDir, owner);
      await stopLeftBehind(folder);
      place = { bin: await postgresBinaries(owner), folder, user: owner };
      await ensureCluster({ ...place, password });
      onCluster();
      await managed.start();
      if (!existsSync(made)) await makeDatabase();
    },
  };
}

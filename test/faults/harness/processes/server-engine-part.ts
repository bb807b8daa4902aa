import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PlainError } from '../../../../scripts/supervisor/plain-error.mjs';
import { freePort, waitForPort } from '../../../../scripts/supervisor/ports.mjs';
import { placesOf, readComposeServices } from '../../../../scripts/topology/compose-services.mjs';
import { makeEngineRole } from '../../../../scripts/topology/database-service.mjs';
import {
  engineEnvironment,
  enginePorts,
  setUpSchema,
  sqlToolOf,
} from '../../../../scripts/topology/engine-services.mjs';
import { writeFilePrograms } from '../../../../scripts/topology/file-programs.mjs';
import { findPrograms, programTable } from '../../../../scripts/topology/programs.mjs';
import type { Journal } from '../journal.js';
import type { EnginePart } from './engine-part.js';
import { createPart } from './part.js';

const PASSWORD = 'engine-of-a-faults-run';
const DATABASES = ['temporal', 'temporal_visibility'];
const START_MS = 60_000;

/** The cluster of a run trusts everybody who reaches it. */
const platformDatabase = {
  POSTGRES_USER: 'postgres',
  POSTGRES_DB: 'haat',
  POSTGRES_PASSWORD: '',
  ENGINE_DB_PASSWORD: PASSWORD,
};

/** What the compose file asks for; of these the engine is given its own password alone. */
const composeValues = {
  POSTGRES_PASSWORD: PASSWORD,
  ENGINE_DB_PASSWORD: PASSWORD,
  AUTH_SECRET: 'unused',
  ENCRYPTION_KEY: 'unused',
  S3_ACCESS_KEY_ID: 'unused',
  S3_SECRET_ACCESS_KEY: 'unused',
  TYPESENSE_API_KEY: 'unused',
  PUBLIC_API_BASE_URL: 'unused',
  ADMIN_EMAIL: 'unused',
  ADMIN_PASSWORD: 'unused',
};

/**
 * The engine of production: Temporal's server with the environment of `docker-compose.yml`, its state in the run's Postgres,
 * which has to be up. What hurts Postgres hurts it too. @throws PlainError where the server is not on this machine
 */
export async function createServerEnginePart(options: {
  folder: string;
  port: number;
  postgresPort: number;
  journal: Journal;
  holdProcess: (pid: number, signal: string, words: string[]) => void;
}): Promise<EnginePart> {
  const { folder, port, postgresPort, journal, holdProcess } = options;
  const file = (await findPrograms(process.env)).temporal;
  if (file === undefined)
    throw new PlainError(`${programTable.temporal.what} is not here: ${programTable.temporal.get}.`);
  const program: string = file;
  const ports: Record<string, number> = { FRONTEND_GRPC_PORT: port };
  for (const name of enginePorts) ports[name] ??= await freePort();
  const services = await readComposeServices(composeValues);
  const places = placesOf(services, { postgres: { 5432: postgresPort }, temporal: { 7233: port } });
  const bin = writeFilePrograms({ dataDir: folder, port: postgresPort, sqlTool: sqlToolOf(file) });
  const env = engineEnvironment({ service: services['temporal'] ?? {}, places, ports });
  let hasRole = false;
  let hasSchema = false;
  let isLost = false;

  async function dropDatabases(): Promise<void> {
    const where = { host: '127.0.0.1', port: postgresPort, user: 'postgres', database: 'postgres' };
    const client = new pg.Client(where);
    await client.connect();
    try {
      for (const database of DATABASES)
        await client.query(`drop database if exists ${client.escapeIdentifier(database)} with (force)`);
    } finally {
      await client.end();
    }
  }

  /** Each step once, however often a database that is away interrupts them. */
  async function setUp(): Promise<void> {
    if (isLost) await dropDatabases();
    isLost = false;
    if (!hasRole) await makeEngineRole({ environment: platformDatabase, port: postgresPort, bin });
    hasRole = true;
    const { code, output } = await setUpSchema({ service: services['temporal-schema'], places, bin });
    if (code !== 0) throw new PlainError(`the engine's schema failed: ${output.slice(-500)}`);
    hasSchema = true;
  }

  async function launch(): Promise<ChildProcess> {
    if (!hasSchema) await setUp();
    const log = openSync(join(folder, 'logs', 'engine.log'), 'a');
    const child = spawn(program, ['start'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      detached: true, // Ctrl-C goes to the harness alone, which ends the parts in order
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    if (child.pid !== undefined) holdProcess(child.pid, 'SIGKILL', ['temporal-server', 'start']);
    const ended = new Promise<never>((_, reject) =>
      child.once('exit', (code, signal) => reject(new Error(`it ended with ${signal ?? code}`))),
    );
    ended.catch(() => undefined);
    if (await Promise.race([waitForPort(port, START_MS), ended])) return child;
    child.kill('SIGKILL');
    throw new Error(`it did not listen within ${START_MS / 1000} s`);
  }

  const part = createPart({ name: 'engine', journal, launch });
  return Object.assign(part, {
    async lose(): Promise<boolean> {
      if (!(await part.kill())) return false;
      // At its next start: the database may be hurt at this moment too.
      isLost = true;
      hasSchema = false;
      return true;
    },
  });
}

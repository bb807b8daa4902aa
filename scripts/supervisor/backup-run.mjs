import { existsSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyCluster, copyMissing, requireSpace, sizeOf } from './cluster-copy.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { PlainError, explain } from './plain-error.mjs';
import { isAnswering } from './ports.mjs';
import { clusterFolder } from './postgres-binaries.mjs';
import { connectionOf, postgresClient } from './postgres-clients.mjs';
import { runCommand } from './processes.mjs';
import { loadEnvFile, resolveSettings } from './settings.mjs';
import { postgresUser } from './unprivileged-user.mjs';
import { backupDirectory } from './wal-archive.mjs';

export const DESCRIPTION = 'backup.json';
export const CLUSTER = 'postgres';
export const DUMP = 'database.dump';
export const STORAGE = 'storage';
/** Of the layout of a backup's folder. */
export const FORMAT = 1;

/**
 * `npm run backup`. A cluster of this machine is copied while it runs, between `pg_backup_start` and `pg_backup_stop`, with the log of
 * that time; of another server `pg_dump` of its version makes a dump. The files of a storage folder are copied as well.
 * @param {{ to?: string, cluster?: string }} options `to`: a folder that does not exist yet or is empty; `cluster`: the data folder of
 *   the server of DATABASE_URL, where it is on this machine
 * @param {(line: string) => void} say
 * @returns {Promise<string>} the folder of the backup
 */
export async function backUp(options, say) {
  loadEnvFile();
  const settings = resolveSettings(process.env);
  const { childEnv: env, embedded, ports, dataDir } = settings;
  if (embedded.postgres && !(await isAnswering(ports.postgres)))
    throw new PlainError(
      `backup finds nothing on port ${ports.postgres}: run it beside \`npm start\` or \`npm start -- --only postgres\`, or set DATABASE_URL.`,
    );
  const folder = await emptyFolder(options.to ?? defaultFolder(env));
  const cluster = options.cluster
    ? resolve(projectRoot, options.cluster)
    : embedded.postgres
      ? clusterFolder(dataDir, postgresUser())
      : undefined;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const database = cluster
      ? await copyRunningCluster(cluster, env.DATABASE_URL, partial)
      : await dumpDatabase(env, partial);
    const storage = await backUpStorage(env, partial);
    const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
    const description = { format: FORMAT, version, ...database, storage };
    await writeFile(join(partial, DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`);
    // A backup that is there is whole.
    await rename(partial, folder);
    say(
      `The backup is in ${folder}: ${database.kind} of PostgreSQL ${database.postgres}, as of ${database.finishedAt}`,
    );
    say(storage === 'included' ? 'The files of the storage are in it' : `Not in it: ${storage}`);
    if (database.kind === 'cluster' && !backupDirectory(env))
      say(
        'Later moments cannot be restored from it: set BACKUP_DIR before `npm start`, which then archives the write-ahead log',
      );
    return folder;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw explain(error, `writing the backup ${folder}`, '--to');
  }
}

function defaultFolder(env) {
  const directory = backupDirectory(env);
  if (directory)
    return join(directory, `base-${new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}`);
  throw new PlainError('Where to? Give a folder with --to, or set BACKUP_DIR.');
}

async function emptyFolder(path) {
  const folder = resolve(projectRoot, path);
  const entries = existsSync(folder)
    ? await readdir(folder).catch((error) => {
        throw explain(error, `using ${folder} for the backup`, '--to');
      })
    : [];
  if (entries.length > 0)
    throw new PlainError(
      `${folder} is not empty: a backup writes over nothing, choose another folder with --to.`,
    );
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  return folder;
}

async function connect(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, application_name: 'haat-backup' });
  await client.connect().catch((error) => {
    throw new PlainError(`The database of DATABASE_URL cannot be reached: ${error.message || error.code}`);
  });
  return client;
}

const majorOf = async (client) => {
  const { rows } = await client.query('show server_version_num');
  return Math.floor(Number(rows[0].server_version_num) / 10_000);
};

/** @returns {Promise<{ kind: 'cluster', postgres: number, startedAt: string, finishedAt: string }>} */
async function copyRunningCluster(cluster, url, partial) {
  const client = await connect(url);
  try {
    const { rows: places } = await client
      .query(`select current_setting('data_directory') as folder`)
      .catch(() => ({ rows: [{}] }));
    if (resolve(places[0].folder ?? '') !== resolve(cluster))
      throw new PlainError(
        `The server of DATABASE_URL has its data in ${places[0].folder ?? 'another folder'}, not in ${cluster}.`,
      );
    const postgres = await majorOf(client);
    await requireSpace(partial, await sizeOf(cluster), 'a backup');
    // Until this session ends the server keeps the log from here on.
    await client.query(
      `select pg_create_physical_replication_slot('haat_backup_' || pg_backend_pid(), true, true)`,
    );
    const { rows: started } = await client.query(
      `select pg_walfile_name(lsn) as segment, clock_timestamp() as at from pg_backup_start('haat', true) as lsn`,
    );
    const target = join(partial, CLUSTER);
    await copyCluster(cluster, target);
    const { rows: stopped } = await client.query(
      `select pg_walfile_name(lsn) as segment, labelfile, clock_timestamp() as at from pg_backup_stop(false)`,
    );
    await writeFile(join(target, 'backup_label'), stopped[0].labelfile);
    await copyLog(join(cluster, 'pg_wal'), join(target, 'pg_wal'), started[0].segment, stopped[0].segment);
    return {
      kind: 'cluster',
      postgres,
      startedAt: started[0].at.toISOString(),
      finishedAt: stopped[0].at.toISOString(),
    };
  } finally {
    await client.end();
  }
}

const SEGMENT = /^[0-9A-F]{24}$/;

/** The segments of the log that the copy needs to be consistent, and the history of its timeline. */
async function copyLog(from, to, first, last) {
  for (const name of await readdir(from))
    if ((SEGMENT.test(name) && name >= first && name <= last) || name.endsWith('.history'))
      await copyFile(join(from, name), join(to, name));
}

/** @returns {Promise<{ kind: 'dump', postgres: number, finishedAt: string }>} */
async function dumpDatabase(env, partial) {
  const url = env.DATABASE_DIRECT_URL || env.DATABASE_URL;
  const client = await connect(url);
  let postgres;
  try {
    postgres = await majorOf(client);
  } finally {
    await client.end();
  }
  const program = await postgresClient('pg_dump', postgres, env);
  const { url: without, env: secret } = connectionOf(url);
  const args = ['--format=custom', `--file=${join(partial, DUMP)}`, `--dbname=${without}`];
  const startedAt = new Date().toISOString();
  const { code, output } = await runCommand(program, args, { env: { ...process.env, ...secret } });
  if (code !== 0) throw new PlainError(`pg_dump failed: ${output.trim().split('\n').at(-1)}`);
  // The dump is of the moment at which it began.
  return { kind: 'dump', postgres, startedAt, finishedAt: startedAt };
}

/** @returns {Promise<string>} `included`, or what is not in the backup */
async function backUpStorage(env, partial) {
  if (env.S3_BUCKET)
    return `the bucket ${env.S3_BUCKET}, which its service keeps by versions and replication`;
  if (!existsSync(env.STORAGE_DIR)) return `a storage folder, for there is none at ${env.STORAGE_DIR}`;
  await requireSpace(partial, await sizeOf(env.STORAGE_DIR), 'a backup of the storage');
  await copyMissing(env.STORAGE_DIR, join(partial, STORAGE));
  return 'included';
}

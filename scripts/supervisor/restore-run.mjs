import { existsSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CLUSTER, DESCRIPTION, DUMP, FORMAT, STORAGE } from './backup-run.mjs';
import { build, canBuild } from './build-run.mjs';
import { copyCluster, copyMissing, giveTo, requireSpace, sizeOf } from './cluster-copy.mjs';
import { lockDataDirectory } from './earlier-run.mjs';
import { projectRoot } from './paths.mjs';
import { PlainError, explain } from './plain-error.mjs';
import { clusterFolder, postgresBinaries } from './postgres-binaries.mjs';
import { connectionOf, postgresClient } from './postgres-clients.mjs';
import { startPostgres, stopPostgres } from './postgres.mjs';
import { prepareDataDirectory } from './preflight.mjs';
import { runCommand } from './processes.mjs';
import { runScriptStep } from './script-step.mjs';
import { loadEnvFile, resolveSettings } from './settings.mjs';
import { postgresUser } from './unprivileged-user.mjs';
import { archiveFolder, backupDirectory, hasArchive, restoreCommand } from './wal-archive.mjs';

/** Of reading the log again, which for weeks of it takes long. */
const RECOVERY_MS = 6 * 60 * 60 * 1_000;

/**
 * `npm run restore`: the database of a backup, for a cluster at any moment that the log covers. What was there is moved aside, never
 * removed; of the storage only files that are missing are brought back, because it knows what the database has lost. Then the schema
 * is brought up to date and `restore:prepare` run, so that nothing starts before the numbers of documents are safe.
 * @param {{ from: string, until?: string, replace?: boolean }} options
 * @param {(line: string) => void} say
 */
export async function restore(options, say) {
  loadEnvFile();
  const settings = resolveSettings(process.env);
  const folder = resolve(projectRoot, options.from);
  const backup = readDescription(folder);
  const until = instantOf(options.until, backup);
  if (backup.kind === 'dump') return restoreDump(settings, folder, backup, { until, say });
  if (!settings.embedded.postgres)
    throw new PlainError(
      'This backup is the folder of a cluster, and DATABASE_URL names a server of your own: stop it, and put the folder in the place of its data as docs/operations.md says.',
    );
  return restoreCluster(settings, folder, backup, { ...options, until, say });
}

/** @throws PlainError for a folder that is no backup of ours */
export function readDescription(folder) {
  const file = join(folder, DESCRIPTION);
  if (!existsSync(folder))
    throw new PlainError(`There is no folder ${folder}: --from names that of a backup.`);
  if (!existsSync(file))
    throw new PlainError(
      `${folder} is no backup: it has no ${DESCRIPTION}. --from names a folder that \`npm run backup\` has made.`,
    );
  const backup = JSON.parse(readFileSync(file, 'utf8'));
  if (backup.format !== FORMAT)
    throw new PlainError(
      `${folder} was made by version ${backup.version}, whose backups are restored by that version.`,
    );
  return backup;
}

function instantOf(text, { kind, finishedAt }) {
  if (text === undefined) return undefined;
  const until = new Date(text);
  if (Number.isNaN(until.getTime()))
    throw new PlainError(`--until must be an instant such as 2026-11-24T18:00:00Z (got "${text}")`);
  if (kind === 'dump') throw new PlainError(`A dump has one moment, ${finishedAt}: leave --until out.`);
  if (until < new Date(finishedAt))
    throw new PlainError(
      `This backup begins at ${finishedAt}: take an earlier one for ${until.toISOString()}.`,
    );
  if (until > new Date()) throw new PlainError(`--until is not over yet: ${until.toISOString()}`);
  return until;
}

async function restoreCluster(settings, from, backup, { until, replace = false, say }) {
  const { dataDir, ports, childEnv: env } = settings;
  prepareDataDirectory(dataDir);
  const lock = await lockDataDirectory(dataDir, say);
  if (lock.heldBy !== undefined)
    throw new PlainError(`The platform runs on ${dataDir} (process ${lock.heldBy}): stop it first.`);
  try {
    const user = postgresUser();
    const cluster = clusterFolder(dataDir, user);
    const present = existsSync(join(cluster, 'PG_VERSION'));
    if (present && !replace)
      throw new PlainError(`${cluster} has a database: --replace moves it aside, and removes nothing.`);
    const bin = await postgresBinaries(user);
    const aside = `${cluster}.before-${new Date().toISOString().replaceAll(':', '-')}`;
    const fresh = `${cluster}.restoring`;
    rmSync(fresh, { recursive: true, force: true });
    const source = join(from, CLUSTER);
    await requireSpace(dirname(cluster), await sizeOf(source), 'a restore');
    say(`copying ${source}`);
    try {
      await copyWhole(source, fresh);
      // What the server has not handed over to the archive yet.
      if (present) await copyNewerLog(join(cluster, 'pg_wal'), join(fresh, 'pg_wal'));
      await writeFile(join(fresh, 'recovery.signal'), '');
      await giveTo(fresh, user);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      throw explain(error, `copying the backup to ${fresh}`);
    }
    say(`reading the log${until ? ` until ${until.toISOString()}` : ' to its end'}`);
    const place = { bin, folder: fresh, user, port: ports.postgres };
    const logFile = join(dataDir, 'restore.log');
    try {
      const child = await startPostgres({
        ...place,
        logFile,
        overrides: recoverySettings(env, from, until),
        readyMs: RECOVERY_MS,
      });
      await stopPostgres(child);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      throw recoveryError(error, until, logFile);
    }
    if (present) await rename(cluster, aside);
    await rename(fresh, cluster);
    if (present) say(`what was there is now in ${aside}`);
    await restoreStorage(env, from, backup, say);
    const child = await startPostgres({ bin, folder: cluster, user, port: ports.postgres, logFile });
    try {
      await prepare(settings, say);
    } finally {
      await stopPostgres(child);
    }
  } finally {
    lock.release();
  }
}

const copyWhole = async (source, target) => {
  await copyCluster(source, target);
  await copyFile(join(source, 'backup_label'), join(target, 'backup_label'));
  for (const name of await readdir(join(source, 'pg_wal'), { withFileTypes: true }))
    if (name.isFile()) await copyFile(join(source, 'pg_wal', name.name), join(target, 'pg_wal', name.name));
};

async function copyNewerLog(from, to) {
  const there = new Set(await readdir(to));
  for (const name of await readdir(from))
    if (/^[0-9A-F]{24}$|\.history$/.test(name) && !there.has(name))
      await copyFile(join(from, name), join(to, name));
}

function recoverySettings(env, from, until) {
  const folders = [backupDirectory(env), dirname(from)].filter(Boolean).map(archiveFolder).filter(hasArchive);
  return {
    // Without an archive the log is what the backup and the former cluster have.
    restore_command: folders.length > 0 ? folders.map(restoreCommand).join(' || ') : 'false',
    recovery_target_action: 'promote',
    recovery_target_timeline: 'latest',
    hot_standby: 'off',
    archive_mode: 'off',
    // In the one form that it reads without its list of time zones.
    ...(until && { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') }),
  };
}

function recoveryError(error, until, logFile) {
  const text = readFileSync(logFile, 'utf8');
  if (!/recovery ended before configured recovery target was reached/.test(text)) return error;
  const last = /last completed transaction was at log time ([^\n]+)/.exec(text)?.[1];
  return new PlainError(
    `The log ends before ${until.toISOString()}${last ? `, with ${last}` : ''}: choose an earlier --until, or leave it out for the last moment there is.`,
  );
}

async function restoreStorage(env, from, { storage }, say) {
  if (storage !== 'included') return say(`The storage stays as it is: the backup does not have ${storage}`);
  if (env.S3_BUCKET)
    return say(
      `The files of the backup are in ${join(from, STORAGE)}: the storage is the bucket ${env.S3_BUCKET} now`,
    );
  const copied = await copyMissing(join(from, STORAGE), env.STORAGE_DIR);
  return say(`${copied} files of the storage were missing and are back; none was written over`);
}

async function restoreDump(settings, from, backup, { say }) {
  const { childEnv: env } = settings;
  const url = env.DATABASE_DIRECT_URL || env.DATABASE_URL;
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, application_name: 'haat-restore' });
  await client.connect().catch((error) => {
    throw new PlainError(`The database of DATABASE_URL cannot be reached: ${error.message || error.code}`);
  });
  let major;
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as major,
         (select count(*)::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`,
    );
    if (rows[0].tables > 0)
      throw new PlainError(
        `The database of DATABASE_URL is not empty (tables: ${rows[0].tables}): a dump is restored into an empty one, and nothing is written over.`,
      );
    major = rows[0].major;
    if (major < backup.postgres)
      throw new PlainError(
        `The dump is of PostgreSQL ${backup.postgres} and the server is ${major}: restore it to one that is not older.`,
      );
  } finally {
    await client.end();
  }
  const program = await postgresClient('pg_restore', major, env);
  const { url: without, env: secret } = connectionOf(url);
  say(`restoring ${join(from, DUMP)}`);
  const args = [
    '--exit-on-error',
    '--single-transaction',
    '--no-owner',
    `--dbname=${without}`,
    join(from, DUMP),
  ];
  const { code, output } = await runCommand(program, args, { env: { ...process.env, ...secret } });
  if (code !== 0)
    throw new PlainError(`pg_restore failed, and nothing was changed: ${output.trim().split('\n').at(-1)}`);
  await restoreStorage(env, from, backup, say);
  await prepare(settings, say);
}

/** From here on nothing starts on the restored database before `restore:finish`. */
async function prepare({ dataDir, childEnv: env }, say) {
  if (canBuild()) await build(say, { traced: false });
  for (const name of ['migrate', 'restore-prepare']) {
    say(name);
    const output = await runScriptStep({ name, dataDir, env, watch: false });
    if (name === 'restore-prepare') for (const line of output.trim().split('\n')) say(line);
  }
}

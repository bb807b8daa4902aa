import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from './plain-error.mjs';
import { runCommand } from './processes.mjs';

/** Where packages put the programs of a version beside others. */
const placesOf = (major) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
];

/**
 * The program of a server's own version: one that is older refuses the server, and what a newer one writes an older server may refuse.
 * @param {string} name `pg_dump`, `pg_restore`
 * @param {number} major of the server
 * @param {Record<string, string | undefined>} env `PG_BIN` is looked at first, then PATH, then the usual places
 * @returns {Promise<string>} its path
 * @throws PlainError, one sentence with what was found and what to do
 */
export async function postgresClient(name, major, env) {
  const folders = [env.PG_BIN, ...placesOf(major), ...(env.PATH ?? '').split(':')].filter(Boolean);
  const others = new Set();
  for (const file of folders.map((folder) => join(folder, name))) {
    if (!existsSync(file)) continue;
    const { code, output } = await runCommand(file, ['--version']).catch(() => ({ code: 1, output: '' }));
    const found = /(\d+)(\.\d+)?/.exec(output)?.[0] ?? 'unknown';
    if (code === 0 && Number.parseInt(found, 10) === major) return file;
    others.add(`${found} at ${file}`);
  }
  const found = others.size === 0 ? '' : ` (found: ${[...others].join(', ')})`;
  throw new PlainError(
    `The server is PostgreSQL ${major} and there is no ${name} of that version${found}: install postgresql-client-${major}, or set PG_BIN to the folder that has it.`,
  );
}

/**
 * How a program of Postgres is told its database, with the password where the list of processes does not show it.
 * @param {string} databaseUrl
 * @returns {{ url: string, env: Record<string, string> }}
 */
export function connectionOf(databaseUrl) {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, env: password === '' ? {} : { PGPASSWORD: password } };
}

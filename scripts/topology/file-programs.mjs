import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inProject } from '../supervisor/paths.mjs';

/** One word of a shell. */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function write(folder, name, lines) {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
}

/**
 * A folder for PATH in which the scripts of `docker/` find the programs that they call in their images: Postgres's client,
 * and the engine's schema tool with the port and the folder of this machine.
 * @param {{ dataDir: string, port: number, sqlTool?: string }} options `port` of Postgres
 * @returns {string} the folder
 */
export function writeFilePrograms({ dataDir, port, sqlTool }) {
  const folder = join(dataDir, 'bin');
  mkdirSync(folder, { recursive: true });
  const client = inProject('scripts', 'topology', 'psql.mjs');
  write(folder, 'psql', ['#!/bin/sh', `exec ${quoted(process.execPath)} ${quoted(client)} "$@"`]);
  if (sqlTool !== undefined)
    write(folder, 'temporal-sql-tool', [
      '#!/bin/sh',
      '# The port and the schema folder of the image, where they are here.',
      'for word in "$@"; do',
      '  shift',
      '  case $word in',
      `    5432) word=${port} ;;`,
      `    /etc/temporal/*) word=${quoted(dirname(sqlTool))}/\${word#/etc/temporal/} ;;`,
      '  esac',
      '  set -- "$@" "$word"',
      'done',
      `exec ${quoted(sqlTool)} "$@"`,
    ]);
  return folder;
}

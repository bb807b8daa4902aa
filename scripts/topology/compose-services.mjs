import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inProject } from '../supervisor/paths.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';

/**
 * The services of `docker-compose.yml` with these values in the place of its variables, as Docker Compose reads it.
 * @param {Record<string, string>} values
 * @returns {Promise<Record<string, object>>} without those that run on request only
 */
export async function readComposeServices(values) {
  const text = readFileSync(inProject('docker-compose.yml'), 'utf8');
  const reader = pathToFileURL(inProject('dist', 'scripts', 'compose', 'interpolate.js')).href;
  const { interpolate } = await import(reader);
  const { parse } = await import('yaml');
  const { text: filled, missing } = interpolate(text, values);
  if (missing.length > 0) throw new PlainError(`docker-compose.yml asks for ${missing.join(', ')}.`);
  const services = Object.entries(parse(filled, { merge: true }).services);
  return Object.fromEntries(services.filter(([, { profiles }]) => profiles === undefined));
}

/** The names by which the others of the file reach a service. */
function namesOf(name, { networks = {} }) {
  return [name, ...Object.values(networks).flatMap((network) => network?.aliases ?? [])];
}

/**
 * Where each address of the file's network is on this machine, as in `postgres:5432` to `127.0.0.1:25432`.
 * @param {Record<string, object>} services
 * @param {Record<string, Record<string, number>>} ports of this machine, by service and by the port in the file
 */
export function placesOf(services, ports) {
  return new Map(
    Object.entries(ports).flatMap(([name, own]) =>
      namesOf(name, services[name] ?? {}).flatMap((host) =>
        Object.entries(own).map(([inner, port]) => [`${host}:${inner}`, `127.0.0.1:${port}`]),
      ),
    ),
  );
}

/** Variables that hold a host, with those that hold its port. */
const PAIRS = [
  ['SMTP_HOST', 'SMTP_PORT'],
  ['POSTGRES_SEEDS', 'DB_PORT'],
];
const ADDRESS = /(?<![\w.-])([a-z][\w.-]*):(\d+)(?!\d)/g;

/**
 * The environment of a service with the addresses of this machine. A variable without a value is passed on from `shell`, as
 * Docker Compose does.
 * @param {Record<string, string | number | null>} environment
 * @param {Map<string, string>} places
 */
export function environmentHere(environment = {}, places, shell = {}) {
  const here = {};
  for (const [name, value] of Object.entries(environment)) {
    const text = value === null ? shell[name] : String(value);
    if (text === undefined) continue;
    here[name] = text.replace(ADDRESS, (all, host, port) => places.get(`${host}:${port}`) ?? all);
  }
  for (const [host, port] of PAIRS) {
    const place = places.get(`${here[host]}:${here[port]}`);
    if (place !== undefined) [here[host], here[port]] = place.split(':');
  }
  return here;
}

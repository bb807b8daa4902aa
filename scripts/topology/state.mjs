import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isAnswering } from '../supervisor/ports.mjs';

const hex = () => randomBytes(24).toString('hex');

/** What somebody who starts the compose file writes into `.env`. */
const makeSecrets = () => ({
  POSTGRES_PASSWORD: hex(),
  ENGINE_DB_PASSWORD: hex(),
  AUTH_SECRET: hex(),
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  S3_ACCESS_KEY_ID: 'topology',
  S3_SECRET_ACCESS_KEY: hex(),
  TYPESENSE_API_KEY: hex(),
});

/**
 * The passwords and ports of one topology, kept in its data directory.
 * @param {string} dataDir
 * @param {readonly string[]} names of the ports
 * @returns {Promise<{ secrets: Record<string, string>, ports: Record<string, number> }>}
 */
export async function openState(dataDir, names) {
  const file = join(dataDir, 'topology.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { ports: {} };
  const ports = {};
  for (const name of names) {
    const port = before.ports[name];
    // Somebody else may have taken it since.
    ports[name] = port !== undefined && !(await isAnswering(port)) ? port : await freePort();
  }
  const state = { secrets: before.secrets ?? makeSecrets(), ports };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  return state;
}

import { randomBytes } from 'node:crypto';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { portTable, resolveSettings } from '../../scripts/supervisor/settings.mjs';

/** Made up for one run; production refuses those of development. */
const secrets = () => ({
  AUTH_SECRET: randomBytes(24).toString('hex'),
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  ADMIN_PASSWORD: 'bench-password',
});

/** Of the shell's environment only what the programs need: no address of another platform. */
const kept = [
  'PATH',
  'HOME',
  'TMPDIR',
  'HAAT_CACHE_DIR',
  'XDG_CACHE_HOME',
  'TEMPORAL_CLI_PATH',
  'CHROME_PATH',
  'LANG',
];

/**
 * Settings of a platform that lives in `folder`, on free ports, as in production: responses are not checked against
 * their schemas. Limits of rates are counted as ever but are too high to be met, since all callers are one address.
 */
export async function standSettings(folder, env = {}) {
  const ports = {};
  for (const { variable } of Object.values(portTable)) {
    let port;
    do port = String(await freePort());
    while (Object.values(ports).includes(port));
    ports[variable] = port;
  }
  const shell = Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  return resolveSettings({
    ...shell,
    ...ports,
    ...secrets(),
    NODE_ENV: 'production',
    RATE_LIMIT_FACTOR: '100000',
    PUBLIC_API_BASE_URL: `http://127.0.0.1:${ports.PORT}`,
    DATA_DIR: folder,
    ...env,
  });
}

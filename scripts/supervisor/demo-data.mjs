import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const recordFile = (dataDir) => join(dataDir, 'seeded');

/**
 * Must the demo data be loaded? Once, into the embedded database only: a configured one is somebody's own, and gets
 * it on request (`npm run seed`).
 */
export function wantsDemoData({ dataDir, embedded }) {
  return embedded.postgres && !existsSync(recordFile(dataDir));
}

/** Remembers that it was; written after the success, so that an interrupted load is repeated. */
export function recordDemoData(dataDir) {
  writeFileSync(recordFile(dataDir), `${new Date().toISOString()}\n`);
}

const storeUrlFile = (dataDir) => join(dataDir, 'store-url');

/** Whether a former start has looked at the address of the store: an operator may have emptied it since. */
export const hasStoreUrl = (dataDir) => existsSync(storeUrlFile(dataDir));

export function recordStoreUrl(dataDir) {
  writeFileSync(storeUrlFile(dataDir), `${new Date().toISOString()}\n`);
}

/**
 * Who can sign in: what the seed wrote to `sign-in.json` in the data directory, else the administrator alone.
 * @returns {{ role: string, email: string, password: string }[]}
 */
export function signInData(dataDir, env) {
  const file = join(dataDir, 'sign-in.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return [
    {
      role: 'admin',
      email: env.ADMIN_EMAIL ?? 'admin@example.com',
      password: env.ADMIN_PASSWORD ?? 'admin-password',
    },
  ];
}

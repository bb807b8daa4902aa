import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory } from './paths.mjs';
import { findSchemathesis, installSchemathesis } from './schemathesis.mjs';
import { fetchTimeSkippingServer, findTimeSkippingServer } from './time-skipping-server.mjs';

/** A machine that could not have a tool is asked again after this long, not at every run. */
const RETRY_MS = 24 * 3_600_000;

const tools = [
  {
    name: 'time-skipping-server',
    find: (env) => findTimeSkippingServer(env),
    fetch: fetchTimeSkippingServer,
  },
  { name: 'schemathesis', find: findSchemathesis, fetch: installSchemathesis },
];

async function ensure({ name, find, fetch }, env, say) {
  if (await find(env)) return;
  const marker = join(cacheDirectory(env), `${name}.unavailable`);
  if (existsSync(marker) && Date.now() - statSync(marker).mtimeMs < RETRY_MS) return;
  let reason = 'it cannot be had here';
  try {
    if (await fetch(env, (line) => say(`${name}: ${line}`))) return void rmSync(marker, { force: true });
  } catch (error) {
    reason = error.message.trim().split('\n').at(-1);
  }
  say(`${name}: ${reason}; its tests are skipped, and it is looked for again tomorrow`);
  mkdirSync(cacheDirectory(env), { recursive: true });
  writeFileSync(marker, `${reason}\n`);
}

/**
 * Fetches into the cache, once, the tools without which some tests are skipped. Never fails: what cannot be had is said.
 * @param {Record<string, string | undefined>} env `TEST_TOOLS=off` fetches nothing
 * @param {(line: string) => void} say
 */
export async function ensureTestTools(env, say) {
  if (env.TEST_TOOLS === 'off') return;
  await Promise.all(tools.map((tool) => ensure(tool, env, say)));
}

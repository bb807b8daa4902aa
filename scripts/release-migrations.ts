import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrateUp } from '#db/kernel/migrate.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createContainer } from '#runtime/container.js';
import { addRelease } from './release/released-migrations.js';
import { dumpRows } from './release/stored-rows.js';
import { loadDemoData } from './seed/load-demo-data.js';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'migrations');
const SCRATCH = 'haat_release';

/**
 * `npm run release:migrations`, as the last commit of a version: lists its migrations with their hashes in
 * `migrations/released.json`, and writes the demo data as this version stores it beside them. The rows come from a
 * separate database beside the configured one.
 */
try {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const config = parseConfig(process.env);
  const admin = new pg.Client({ connectionString: config.DATABASE_URL });
  await admin.connect();
  await admin.query(`drop database if exists ${SCRATCH} with (force)`);
  await admin.query(`create database ${SCRATCH}`);
  try {
    const url = new URL(config.DATABASE_URL);
    url.pathname = `/${SCRATCH}`;
    await migrateUp(url.href);
    const container = await createContainer({ ...config, DATABASE_URL: url.href }, { name: 'release' });
    await loadDemoData(container, { seed: 1, say: () => undefined });
    await container.stop();
    const rows = await dumpRows(url.href);
    const names = addRelease(folder, version);
    writeFileSync(join(folder, 'released-rows.json.gz'), rows);
    console.log(`${version}: ${names.length} migrations listed, ${rows.byteLength} bytes of rows stored`);
  } finally {
    await admin.query(`drop database if exists ${SCRATCH} with (force)`);
    await admin.end();
  }
} catch (error) {
  exitWithOneLine(error);
}

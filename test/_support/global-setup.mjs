import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { build } from '../../scripts/supervisor/build-run.mjs';
import { writeFeatureLists } from '../../scripts/supervisor/feature-lists.mjs';
import { inProject, projectRoot } from '../../scripts/supervisor/paths.mjs';
import { testNamespaces } from '../../scripts/supervisor/test-services.mjs';
import { compileTests } from './compiled-tests.mjs';

/** A run within a run brings its own, which is already there. */
const given = process.env.TEST_TEMPLATE_DATABASE;
const template = given ?? 'haat_template';

async function query(url, ...statements) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function migrate(url) {
  const child = spawn(process.execPath, [inProject('dist', 'scripts', 'migrate.js')], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The migrations failed.\n${output}`)),
    );
  });
}

/** The index as the first worker leaves it where there are no products: few tests have a worker. */
const emptyIndex = [
  `SELECT search_create_collection('products_v1')`,
  `INSERT INTO search_aliases (name, collection) VALUES ('products', 'products_v1') ON CONFLICT DO NOTHING`,
  `INSERT INTO search_collections (engine, name, version, state) VALUES ('embedded', 'products_v1', 1, 'live') ON CONFLICT DO NOTHING`,
];

/** Each test says by itself at which rates its goods are taxed; what the migration seeds has a test of its own. */
const noRates = [`DELETE FROM tax_rates`];

/**
 * Migrates once, into the database that `createTestDatabase` copies. Nobody may connect to it afterwards: a
 * single open connection would block every copy for five seconds and then fail it.
 */
async function makeTemplate(adminUrl) {
  if (given === undefined)
    await query(
      adminUrl,
      `CREATE DATABASE ${template}`,
      `CREATE SEQUENCE test_namespace MAXVALUE ${testNamespaces.length}`,
    );
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  if (existsSync(inProject('scripts', 'migrate.ts'))) await migrate(url.href);
  else console.warn('test: there is no scripts/migrate.ts yet, the test databases are empty');
  await query(url.href, ...emptyIndex, ...noRates);
  await query(
    adminUrl,
    `ALTER DATABASE ${template} WITH ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${template}'`,
  );
}

/** Runs once before all test files; what it leaves in the environment reaches every one of them. */
export default async function globalSetup() {
  const adminUrl = process.env.TEST_DATABASE_ADMIN_URL;
  if (!adminUrl || !process.env.TEST_TEMPORAL_ADDRESS) {
    throw new Error(
      'The tests need their own Postgres and Temporal: run `npm test -- <path>` instead of jest.',
    );
  }
  process.env.TEST_TEMPLATE_DATABASE = template;
  process.env.TEST_WORKFLOW_BUNDLE = inProject('dist', 'workflow-bundle.js');
  await writeFeatureLists();
  // For the processes that tests start, which are quicker to start when built, and for their bundle.
  await Promise.all([build(() => {}, { traced: false }).then(() => makeTemplate(adminUrl)), compileTests()]);
}

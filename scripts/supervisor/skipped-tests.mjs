import { existsSync, readFileSync } from 'node:fs';

/**
 * Every test that a machine may leave out, and what to do to have it run. A skip that is not listed here is a defect: with
 * `CI` set it fails the run.
 */
export const allowedSkips = [
  {
    file: 'test/storage/s3-storage.rest.ts',
    when: 'there is no S3 server versitygw',
    todo: 'npm run topology -- --build, once (it needs Go), or put versitygw on PATH',
  },
  {
    file: 'test/run/pooler.rest.ts',
    when: 'there is no PgBouncer',
    todo: 'apt-get install pgbouncer, or set PGBOUNCER_PATH',
  },
  {
    file: 'test/run/topology.rest.ts',
    when: 'there is no Temporal server of the compose file',
    todo: 'npm run topology -- --build, once (it needs Go), or put temporal-server on PATH',
  },
  {
    file: 'test/search/typesense-conformance.test.ts',
    when: 'there is no Typesense server',
    todo: 'npm start -- --typesense, once (it needs Python 3), or set TYPESENSE_SERVER_PATH',
  },
  {
    file: 'test/fuzz/fuzz.rest.ts',
    when: 'schemathesis is missing',
    todo: 'npm run fuzz -- --install (it needs Python 3)',
  },
  {
    test: 'in simulated time',
    when: 'Temporal’s time-skipping server is missing',
    todo: 'node scripts/fetch-time-skipping.mjs (from Temporal, else with Java and Maven)',
  },
  { file: 'test/faults/harness-hurts.rest.ts', when: 'the system is not Linux', todo: 'run it on Linux' },
  {
    file: 'test/run/released.long.ts',
    when: 'nothing is released yet',
    todo: 'npm run release:migrations, when 0.1.0 is released',
  },
  {
    test: 'no route was chosen',
    when: 'TEST_SWEEPS=changed and no route has changed',
    todo: 'TEST_SWEEPS=all npm test',
  },
];

/** @typedef {{ file: string, name: string }} SkippedTest `name` with the titles of its groups */

/** The entry that allows a skip. */
export const reasonFor = ({ file, name }) =>
  allowedSkips.find((entry) => (entry.file ? file === entry.file : name.includes(entry.test)));

/**
 * What the last lines of a run say of the tests that it skipped.
 * @param {readonly SkippedTest[]} skipped
 * @returns {{ lines: string[], unlisted: SkippedTest[] }}
 */
export function describeSkips(skipped) {
  const groups = new Map();
  const unlisted = [];
  for (const test of skipped) {
    const reason = reasonFor(test);
    if (reason) groups.set(reason, (groups.get(reason) ?? 0) + 1);
    else unlisted.push(test);
  }
  const count = (n) => (n === 1 ? '1 test was' : `${n} tests were`);
  const lines = [...groups].map(
    ([{ when, todo }, n]) => `${count(n)} skipped because ${when}; to run: ${todo}`,
  );
  for (const { file, name } of unlisted)
    lines.push(`SKIPPED without a reason in scripts/supervisor/skipped-tests.mjs: ${file}: ${name}`);
  return { lines, unlisted };
}

/** The skipped tests that a run wrote down; none when it wrote nothing. @returns {SkippedTest[]} */
export const readSkipped = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);

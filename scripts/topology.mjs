import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm run topology`: the services of `docker-compose.yml` as processes of this machine, with the programs that production
 * runs: Temporal's server on Postgres, an S3 server, Typesense, a mail server, two APIs behind a proxy with TLS, workers by
 * role. A program that is not there is skipped in one line that says how to get it. `--list` says what is there; `--build`
 * compiles what is missing with Go; `--tour` takes the README's tour and ends; `--production` runs the platform's processes
 * as the file has them, without demo data and sandboxes.
 */
requireNode();
const { runTopology, listPrograms } = await import('./topology/topology-run.mjs');
const { buildGoPrograms } = await import('./topology/go-programs.mjs');
const { readArguments } = await import('./supervisor/arguments.mjs');
const { printFailure } = await import('./supervisor/plain-error.mjs');

try {
  const values = readArguments(process.argv.slice(2), {
    list: { type: 'boolean', default: false },
    build: { type: 'boolean', default: false },
    tour: { type: 'boolean', default: false },
    production: { type: 'boolean', default: false },
  });
  if (values.build) await buildGoPrograms(process.env);
  if (values.list) await listPrograms(process.env);
  if (values.list || values.build) process.exit(0);
  process.exit(await runTopology(values));
} catch (error) {
  process.exit(printFailure(error, ''));
}

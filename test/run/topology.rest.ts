import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { ComposeFile } from '../../scripts/compose/compose-file.js';
import { interpolate } from '../../scripts/compose/interpolate.js';
import { runCommand } from '../../scripts/supervisor/processes.mjs';
import { environmentHere, placesOf } from '../../scripts/topology/compose-services.mjs';
import { findProgram, imageVersion, programTable, skippedLines } from '../../scripts/topology/programs.mjs';
import { startInOrder } from '../../scripts/topology/start-in-order.mjs';

const root = join(import.meta.dirname, '..', '..');
const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const values = {
  POSTGRES_PASSWORD: 'p5432',
  ENGINE_DB_PASSWORD: 'e',
  PUBLIC_API_BASE_URL: 'https://localhost:8443',
  TYPESENSE_URL: 'http://typesense:8108',
};
const services = (parse(interpolate(compose, values).text, { merge: true }) as ComposeFile).services ?? {};
const engine = findProgram('temporal', process.env);

describe('the compose file as processes of one machine', () => {
  const places = placesOf(services, {
    postgres: { 5432: 1 },
    temporal: { 7233: 2 },
    s3: { 7070: 3 },
    mailpit: { 587: 4 },
    typesense: { 8108: 5 },
  });

  it('gives the processes the addresses of this machine, and nothing else another value', () => {
    const api = services['api']?.environment ?? {};
    const here = environmentHere(api as Record<string, string>, places);
    const changed = Object.entries(here).filter(([name, value]) => value !== String(api[name]));
    expect(Object.fromEntries(changed)).toEqual({
      DATABASE_URL: 'postgres://haat:p5432@127.0.0.1:1/haat',
      TEMPORAL_ADDRESS: '127.0.0.1:2',
      S3_ENDPOINT: 'http://127.0.0.1:3',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '4',
      TYPESENSE_URL: 'http://127.0.0.1:5',
    });
  });

  it('passes a variable without a value on where the shell has it', () => {
    const environment = { OTEL_TRACES_SAMPLER: null, OTEL_SERVICE_NAME: null };
    expect(environmentHere(environment, places, { OTEL_SERVICE_NAME: 'shop' })).toEqual({
      OTEL_SERVICE_NAME: 'shop',
    });
  });

  it('has a part for every image of the file, in its version', () => {
    const known = Object.values(programTable).flatMap((entry) => ('image' in entry ? entry.image : []));
    for (const image of known) expect(compose).toContain(`${image}:`);
    expect(imageVersion('temporalio/server')).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('says in one line each what is not there, what takes its place and how to get it', () => {
    const lines = skippedLines({});
    expect(lines).toHaveLength(Object.keys(programTable).length);
    for (const line of lines) expect(line).toMatch(/^skipped: .+ is not here, .+ \(.+\)$/);
  });

  it('starts what others wait for first, and once', async () => {
    const began: string[] = [];
    const part = (name: string) => ({
      start: () => {
        began.push(name);
        return Promise.resolve();
      },
    });
    const parts = {
      api: part('api'),
      worker: part('worker'),
      migrate: part('migrate'),
      postgres: part('postgres'),
    };
    const waitsFor = { api: ['migrate', 'absent'], worker: ['migrate'], migrate: ['postgres'] };
    await startInOrder({ parts, waitsFor }, () => undefined);
    expect(began.slice(0, 2)).toEqual(['postgres', 'migrate']);
    expect(began.slice(2).sort()).toEqual(['api', 'worker']);
  });
});

const withServer = engine === undefined ? describe.skip : describe;
withServer('the settings of the engine', () => {
  it('are all known to the server of the compose file', async () => {
    const file = join(root, 'temporal', 'dynamic-config.json');
    const { code, output } = await runCommand(engine ?? '', ['validate-dynamic-config', file]);
    expect([code, output.trim()]).toEqual([0, file]);
  });
});

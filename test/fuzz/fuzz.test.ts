import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuzzSession } from '../../scripts/supervisor/fuzz-session.mjs';
import { findSchemathesis } from '../../scripts/supervisor/schemathesis.mjs';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createFuzzSession, openApiFile } from './fuzz-target.js';

const schemathesis = await findSchemathesis(process.env);
if (!schemathesis)
  console.warn('The short fuzz is skipped: run `npm run fuzz -- --install` (it needs Python)');

/** The same requests each time; `npm run fuzz` tries others. */
const SEED = 20_261_121;

/** Between them they call every operation; guests have the customer's. */
const sessions = ['nobody', 'customer', 'vendor', 'admin'] as const;

/** A generated request or two to each operation, to notice an answer that the reference does not declare. */
(schemathesis ? describe : describe.skip)('generated requests', () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startPlatform();
  }, 60_000);
  afterAll(() => platform.stop());

  const tried = new Set<string>();

  it.each(sessions)(
    'as %s',
    async (kind) => {
      if (!schemathesis) throw new Error('schemathesis is missing');
      const session = await createFuzzSession(platform.container, kind);
      // What is open to several is tried by the first of them; `npm run fuzz` tries it as each.
      const own = session.own.filter((name) => !tried.has(name));
      for (const name of own) tried.add(name);
      const { code, output, report } = await fuzzSession({
        ...{ schemathesis, openApiFile, url: platform.url, seed: SEED },
        session: { ...session, own },
        maxExamples: 1,
        phases: 'fuzzing',
      });
      if (code !== 0) throw new Error(output);
      expect(report?.test_cases.generated).toBeGreaterThan(0);
    },
    120_000,
  );

  it('an answer that the document does not declare is found', async () => {
    if (!schemathesis) throw new Error('schemathesis is missing');
    const document = JSON.parse(readFileSync(openApiFile, 'utf8')) as { paths: { '/me': { get: { responses: object } } } }; // prettier-ignore
    document.paths['/me'].get.responses = { 401: { description: 'Nobody is let in' } };
    const folder = mkdtempSync(join(tmpdir(), 'haat-fuzz-'));
    const altered = join(folder, 'openapi.json');
    writeFileSync(altered, JSON.stringify(document));
    const session = await createFuzzSession(platform.container, 'customer');
    const { code, output } = await fuzzSession({
      ...{ schemathesis, openApiFile: altered, url: platform.url, seed: SEED },
      ...{ session: { ...session, own: ['GET /me'] }, maxExamples: 1, phases: 'fuzzing' },
    });
    rmSync(folder, { recursive: true, force: true });
    expect([code, output]).toEqual([1, expect.stringContaining('Undocumented status code')]);
  }, 120_000);
});

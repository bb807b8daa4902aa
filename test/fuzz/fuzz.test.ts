import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fuzzSession } from '../../scripts/supervisor/fuzz-session.mjs';
import { findSchemathesis } from '../../scripts/supervisor/schemathesis.mjs';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createFuzzSession, openApiFile, sessionKinds } from './fuzz-target.js';

const schemathesis = await findSchemathesis(process.env);
if (!schemathesis)
  console.warn('The short fuzz is skipped: run `npm run fuzz -- --install` (it needs Python)');

/** The same requests each time; `npm run fuzz` tries others. */
const SEED = 20_261_121;

/** A few generated requests to each operation, to notice an answer that the reference does not declare. */
(schemathesis ? describe : describe.skip)('generated requests', () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startPlatform();
  }, 60_000);
  afterAll(() => platform.stop());

  it.each(sessionKinds)(
    'as %s',
    async (kind) => {
      if (!schemathesis) throw new Error('schemathesis is missing');
      const { code, output, report } = await fuzzSession({
        ...{ schemathesis, openApiFile, url: platform.url, seed: SEED },
        session: await createFuzzSession(platform.container, kind),
        maxExamples: 2,
        phases: 'examples,fuzzing',
      });
      if (code !== 0) throw new Error(output);
      expect(report?.test_cases.generated).toBeGreaterThan(0);
    },
    120_000,
  );
});

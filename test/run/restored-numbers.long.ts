import { expect, test } from '@jest/globals';
import { createRandom } from '../faults/harness/random.js';
import { restoreAgainAndAgain } from './restored-numbers.js';

const SEED = Number(process.env['TEST_RESTORE_SEED'] ?? Date.now() % 1_000_000);
/** A start, a load, a restore and another start, each about half a minute where little else runs. */
const TWENTY_RESTORES_MS = 3_000_000;

test(
  `restored twenty times to random moments (TEST_RESTORE_SEED=${SEED}), no number is given twice`,
  async () => {
    const { given, twice } = await restoreAgainAndAgain(20, createRandom(SEED));
    expect(twice).toEqual([]);
    expect(given).toBeGreaterThan(1_800);
  },
  TWENTY_RESTORES_MS,
);

import { beforeAll, describe, expect, it } from '@jest/globals';
import { provided } from '../_support/database.js';
import { recordedRuns, replayRecordedRuns } from '../_support/replay.js';

let results: Map<string, unknown>;

beforeAll(async () => {
  results = await replayRecordedRuns('replay', provided('TEST_WORKFLOW_BUNDLE'));
}, 60_000);

describe('recorded histories', () => {
  it.each(recordedRuns)('%s replays on the workflows of now', (run) => expect(results.get(run)).toBe('ok'));
});

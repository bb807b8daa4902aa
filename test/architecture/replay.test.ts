import { beforeAll, describe, it } from '@jest/globals';
import { provided } from '../_support/database.js';
import { recordedRuns, replayRecordedRuns } from '../_support/replay.js';

let results: Map<string, unknown>;

beforeAll(async () => {
  results = await replayRecordedRuns('replay', provided('TEST_WORKFLOW_BUNDLE'));
});

describe('recorded histories', () => {
  it.each(recordedRuns)('%s replays on the workflows of now', (run) => {
    const result = results.get(run);
    if (result !== 'ok')
      throw new Error(
        `Runs like temporal/histories/${run} would stop where they are: put what changed behind \`patched\`, ` +
          'as docs/adr/0010-histories-are-replayed.md has it',
        { cause: result },
      );
  });
});

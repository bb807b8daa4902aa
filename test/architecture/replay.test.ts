import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import { installRuntime } from '../_support/engine-runtime.js';

const folder = join(import.meta.dirname, '..', '..', 'temporal', 'histories');

/** Every recorded run, as `<workflow>/<number>`. */
const recorded = existsSync(folder)
  ? readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.json'))
      .sort()
  : [];

beforeAll(() => installRuntime());

describe('recorded histories', () => {
  it.each(recorded)('%s replays on the workflows of now', async (file) => {
    const history: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const codePath = process.env['WORKFLOW_BUNDLE'] ?? '';
    const results: unknown[] = [];
    const runs = Worker.runReplayHistories(
      { workflowBundle: { codePath }, replayName: file.replace(/[^a-z0-9]/gi, '-') },
      [{ workflowId: file, history: history as never }],
    );
    for await (const { error } of runs) results.push(error ?? 'ok');
    expect(results).toEqual(['ok']);
  });
});

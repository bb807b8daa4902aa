import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { provided } from '../_support/database.js';
import { recordedRuns, replayRecordedRuns } from '../_support/replay.js';
import { type Mutant, mutantsOf } from './workflow-mutants.js';

/** Decisions that no recorded history takes both ways; each is named by the run. */
const CAUGHT_AT_LEAST = 0.6;
const folder = mkdtempSync(join(tmpdir(), 'haat-mutants-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The histories that may show it: those of its workflow, and for what workflows share all. */
function runsFor({ file }: Mutant): string[] {
  const name = basename(file, '.workflow.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const own = recordedRuns.filter((run) => run.startsWith(`${name}/`));
  return own.length > 0 ? own : [...recordedRuns];
}

it('a decision of a workflow that is turned round breaks the replay of a recorded history', async () => {
  const survivors: string[] = [];
  let count = 0;
  for (const mutant of mutantsOf(readFileSync(provided('TEST_WORKFLOW_BUNDLE'), 'utf8'))) {
    count += 1;
    const path = join(folder, `${count}.js`);
    writeFileSync(path, mutant.code);
    let isCaught = false;
    try {
      const results = await replayRecordedRuns(`mutant ${count}`, path, runsFor(mutant));
      isCaught = [...results.values()].some((result) => result !== 'ok');
    } catch {
      // It does not even load, or takes the worker along.
      isCaught = true;
    }
    rmSync(path);
    if (!isCaught) survivors.push(`${mutant.file}: ${mutant.change}`);
  }
  const caught = count - survivors.length;
  process.stdout.write(
    `${caught} of ${count} mutants break a replay (${Math.round((caught / count) * 100)} %); these do not:\n  ${survivors.join('\n  ')}\n`,
  );
  expect(count).toBeGreaterThan(50);
  expect(caught / count).toBeGreaterThanOrEqual(CAUGHT_AT_LEAST);
});

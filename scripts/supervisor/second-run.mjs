import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { projectRoot } from './paths.mjs';

/** More failures than these are no accident. */
const MAX = 5;
/** Of one file's messages. */
const MAX_LINES = 80;

const namedDefect = /[/.-](races?|kill(ed|s)?|faults?|fuzz|property|harness)[/.-]/;
const provokesDefect = /from 'fast-check'|SIGKILL|_support\/(gate|worker-process)\.js/;

/**
 * Whether a failure of this file counts even if it does not happen again: a race, a kill, a fault or a property shows a
 * defect once in many runs.
 */
export const staysFailed = (file) =>
  namedDefect.test(`/${relative(projectRoot, file)}`) || provokesDefect.test(readFileSync(file, 'utf8'));

/** The files that have failed and their messages, as jest wrote them down; none when it could not, or was stopped. */
function failedFiles(list) {
  if (!existsSync(list)) return { paths: [], messages: {} };
  const { paths, messages = {}, interrupted } = JSON.parse(readFileSync(list, 'utf8'));
  return interrupted ? { paths: [], messages } : { paths, messages };
}

/** The first lines of what jest said of a failure: a long log shows its end alone, and its cause stands far above. */
const firstLines = (message) => message.split('\n').slice(0, MAX_LINES).join('\n');

/**
 * Runs each file that has failed once more, alone.
 * @param {{ list: string, result?: string, run(file: string, result: string): Promise<number> }} options `list` is what
 *   the first run wrote, `result` its JSON, `run` returns the exit code of one file
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether all of them pass now
 */
export async function runFailedAgain({ list, result, run }, say) {
  const { paths: files, messages } = failedFiles(list);
  if (files.length === 0 || files.length > MAX) return false;
  const names = (some) => some.map((file) => relative(projectRoot, file)).join(', ');
  const failed = files.filter(staysFailed);
  const unstable = [];
  for (const file of files.filter((item) => !failed.includes(item))) {
    say(`${names([file])} has failed: it runs once more, alone`);
    const again = `${list}.again`;
    if ((await run(file, again)) !== 0) failed.push(file);
    else {
      unstable.push(file);
      if (result) mergeResult(result, again);
    }
  }
  if (unstable.length > 0)
    say(`UNSTABLE, a defect to mend: ${names(unstable)} failed, and passed when it ran alone`);
  if (failed.length > 0) say(`failed: ${names(failed)}`);
  for (const file of files) if (messages[file]) say(`${names([file])}\n${firstLines(messages[file])}`);
  return failed.length === 0;
}

/** Puts the second result of a file in the place of its first. */
export function mergeResult(resultFile, againFile) {
  const [first, again] = [resultFile, againFile].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  for (const result of again.testResults) {
    const index = first.testResults.findIndex(({ name }) => name === result.name);
    const old = first.testResults[index];
    const counts = (assertions, status) => assertions.filter((item) => item.status === status).length;
    for (const [total, status] of [
      ['numPassedTests', 'passed'],
      ['numFailedTests', 'failed'],
    ])
      first[total] += counts(result.assertionResults, status) - counts(old.assertionResults, status);
    if (old.assertionResults.length === 0) first.numRuntimeErrorTestSuites -= 1;
    first.numFailedTestSuites -= 1;
    first.numPassedTestSuites += 1;
    first.testResults[index] = result;
  }
  first.success = first.numFailedTestSuites === 0;
  writeFileSync(resultFile, JSON.stringify(first));
}

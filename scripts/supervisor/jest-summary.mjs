import { readFileSync } from 'node:fs';

/**
 * The result of a test run in one plain line, from the file that jest wrote (`--json --outputFile`). A test file that
 * could not even be loaded counts as one failure; without a result there is nothing that passed.
 * @param {string | undefined} text content of that file
 */
export function summarize(text) {
  if (text === undefined) return '0 passed, 1 failed';
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(text);
  return `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
}

/** The same for a file that may be missing. */
export function summarizeFile(file) {
  try {
    return summarize(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return summarize(undefined);
    throw error;
  }
}

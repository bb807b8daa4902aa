import { readFileSync } from 'node:fs';

/** A run that left no result has failed, whatever passed before. */
const missing = { passed: 0, failed: 1 };

/** A test file that could not even be loaded counts as one failure. */
function countsOf(file) {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    };
  } catch (error) {
    if (error.code === 'ENOENT') return missing;
    throw error;
  }
}

/**
 * The results of test runs in one plain line.
 * @param {readonly string[]} files what jest wrote (`--json --outputFile`), each of which may be missing
 */
export function summarizeFiles(files) {
  const counts = files.map(countsOf);
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}

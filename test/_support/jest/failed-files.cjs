const { writeFileSync } = require('node:fs');

/** Writes down which files have failed, for scripts/supervisor/second-run.mjs. */
module.exports = class FailedFiles {
  onRunComplete(_contexts, { testResults, wasInterrupted }) {
    const file = process.env.TEST_FAILED_FILES;
    if (!file) return;
    const failed = testResults.filter(
      ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError,
    );
    const paths = failed.map(({ testFilePath }) => testFilePath);
    writeFileSync(file, JSON.stringify({ paths, interrupted: Boolean(wasInterrupted) }));
  }
};

const { writeFileSync } = require('node:fs');
const { relative, sep } = require('node:path');

/** Tests that a run was told to leave out are no news. */
const isFiltered = ({ testNamePattern }) => Boolean(testNamePattern);

function skippedTests(rootDir, testResults) {
  return testResults.flatMap(({ testFilePath, testResults: tests }) =>
    tests
      .filter(({ status }) => status === 'pending' || status === 'todo')
      .map(({ fullName }) => ({
        file: relative(rootDir, testFilePath).split(sep).join('/'),
        name: fullName,
      })),
  );
}

/** Writes down which files have failed and with what words, for second-run.mjs, and which tests were skipped, for skipped-tests.mjs. */
module.exports = class RunReport {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  onRunComplete(_contexts, { testResults, wasInterrupted }) {
    const { TEST_FAILED_FILES, TEST_SKIPPED_TESTS } = process.env;
    if (TEST_FAILED_FILES) {
      const failed = testResults.filter(
        ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError,
      );
      const paths = failed.map(({ testFilePath }) => testFilePath);
      const messages = Object.fromEntries(
        failed.map(({ testFilePath, failureMessage }) => [testFilePath, failureMessage ?? '']),
      );
      const interrupted = Boolean(wasInterrupted);
      writeFileSync(TEST_FAILED_FILES, JSON.stringify({ paths, messages, interrupted }));
    }
    if (TEST_SKIPPED_TESTS && !isFiltered(this.globalConfig))
      writeFileSync(TEST_SKIPPED_TESTS, JSON.stringify(skippedTests(this.globalConfig.rootDir, testResults)));
  }
};

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

/** Writes down which tests were skipped, for skipped-tests.mjs. */
module.exports = class RunReport {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  onRunComplete(_contexts, { testResults }) {
    const { TEST_SKIPPED_TESTS } = process.env;
    if (TEST_SKIPPED_TESTS && !isFiltered(this.globalConfig))
      writeFileSync(TEST_SKIPPED_TESTS, JSON.stringify(skippedTests(this.globalConfig.rootDir, testResults)));
  }
};

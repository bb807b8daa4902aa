import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { registeredPlugins } from './scripts/supervisor/plugins.mjs';

/** Those of the plugins of this installation. */
const pluginTests = (await registeredPlugins())
  .map(({ folder }) => join(folder, 'test'))
  .filter((folder) => existsSync(folder));

/**
 * `npm test`, what takes longer or starts processes of its own (`npm run test:rest`), and what takes minutes
 * (`npm run test:long`). Where paths are named, the first two together.
 */
const sets = { test: ['test'], rest: ['rest'], all: ['test', 'rest'], long: ['long'] };
const endings = sets[process.env['TEST_SET'] ?? 'all'] ?? sets.all;

/** Runs TypeScript as ES modules; started by scripts/test.mjs, which brings up the database and the engine first. */
const config = {
  testEnvironment: '<rootDir>/test/_support/jest/environment.cjs',
  runtime: '<rootDir>/test/_support/jest/runtime.cjs',
  testSequencer: '<rootDir>/test/_support/jest/sequencer.cjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  // Not `data.json.js`, a package's form of a JSON module.
  moduleNameMapper: { '^(\\.{1,2}/.*(?<!\\.json))\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  roots: ['<rootDir>/test', ...pluginTests],
  testMatch: endings.map((ending) => `**/*.${ending}.ts`),
  reporters: ['default', '<rootDir>/test/_support/jest/run-report.cjs'],
  globalSetup: '<rootDir>/test/_support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/_support/global-teardown.mjs',
  // It bounds a hang: no test fails because the machine is slow. A long run has a budget of its own.
  testTimeout:
    process.env['TEST_SET'] === 'long' ? 3_600_000 : Number(process.env['TEST_WAIT_SECONDS'] || 120) * 5_000,
  maxWorkers: 3,
  // Modules of finished files stay in memory, and collecting among them takes ever longer: a worker that has grown
  // starts afresh.
  workerIdleMemoryLimit: '1200MB',
  forceExit: false,
};
export default config;

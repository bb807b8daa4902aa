/**
 * Whether jest shall load a test file in its own way, with modules of its own: files that change something for their
 * whole process, and runs that watch (a module loaded once would stay as it was) or measure coverage.
 */
exports.isIsolated = (path, { watch, watchAll, collectCoverage }) =>
  watch || watchAll || collectCoverage || path.endsWith('.isolated.test.ts');

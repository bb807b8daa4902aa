/**
 * Whether jest shall load test files in its own way, with their own modules: runs that watch (a module loaded once
 * would stay as it was) or measure coverage.
 */
exports.isIsolated = ({ watch, watchAll, collectCoverage }) => watch || watchAll || collectCoverage;

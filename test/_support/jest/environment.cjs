const { TestEnvironment } = require('jest-environment-node');
const { isIsolated } = require('./isolated.cjs');

/** Jest's own parts run in a context of their own, the tests outside it: both shall mean the same by `Error`. */
const shared = [
  'Array',
  'Date',
  'Error',
  'Function',
  'Map',
  'Number',
  'Object',
  'Promise',
  'RegExp',
  'Set',
  'String',
  'TypeError',
];

module.exports = class NativeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    if (isIsolated(config.globalConfig)) return;
    for (const name of shared) this.global[name] = globalThis[name];
  }
};

const { TestEnvironment } = require('jest-environment-node');
const { isIsolated } = require('./isolated.cjs');

/** Jest's own parts run in their own context, the tests outside it: both shall mean the same by `Error`. */
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

  /**
   * Where something could not be started there is nothing to stop: what `afterAll` says of `undefined` would stand
   * behind every report of why. Anything else that it says is kept.
   */
  handleTestEvent(event, state) {
    if (event.name !== 'hook_failure') return;
    const { type } = event.hook;
    if (type === 'beforeAll') this.startFailed = true;
    const nothingThere = event.error instanceof TypeError && /of undefined/.test(event.error.message);
    if (type === 'afterAll' && this.startFailed && nothingThere) state.unhandledErrors.pop();
  }
};

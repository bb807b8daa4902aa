const { appendFileSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');
const { isIsolated } = require('./isolated.cjs');

const usage = import('../../../bench/stand/process-usage.mjs');

/** Of this worker, with all that it started. */
const cpuSeconds = async () => (await usage).cpuSeconds({ worker: process.pid }).worker;

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
    this.testPath = context.testPath;
    if (isIsolated(config.globalConfig)) return;
    for (const name of shared) this.global[name] = globalThis[name];
  }

  async setup() {
    await super.setup();
    if (process.env.TEST_TIMINGS) this.began = { wall: performance.now(), cpu: await cpuSeconds() };
  }

  /** Writes what the file has taken, for the timings of the run: files of one worker run one after the other. */
  async teardown() {
    await super.teardown();
    if (this.began === undefined) return;
    const wall = (performance.now() - this.began.wall) / 1000;
    const cpu = (await cpuSeconds()) - this.began.cpu;
    appendFileSync(process.env.TEST_TIMINGS, `${JSON.stringify({ file: this.testPath, wall, cpu })}\n`);
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

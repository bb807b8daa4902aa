const { AsyncLocalStorage } = require('node:async_hooks');
const { createRequire, isBuiltin } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');
const { isIsolated } = require('./isolated.cjs');

/** Once for each jest worker: the place of `@jest/globals`, where the compiled tests are, and which ports are not theirs. */
const prepared = Promise.all([
  import('./globals.mjs'),
  import('../compiled-tests.mjs'),
  import('./default-ports.mjs'),
]);

/**
 * Loads test files with Node's own loader, outside the context that jest makes for each file. What they import is thus
 * loaded once for each jest worker instead of once for each file: the modules of the platform take two seconds, and
 * eighty files start one. In exchange the files of a worker share their modules, and modules cannot be replaced: a
 * file that sets up something for its whole process puts it back.
 */
module.exports = class NativeRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverageOptions, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverageOptions, testPath, globalConfig);
    this.isNative = (path) => path === testPath && !isIsolated(globalConfig);
    this.sharesPackages = this.isNative(testPath);
    this.storages = [];
  }

  /**
   * The runner of tests is new for each file, because it keeps what the file declares; the packages that it uses, its
   * `expect` among them, are loaded once for each jest worker. A matcher that a file adds is there for the next one too.
   */
  requireInternalModule(from, name) {
    const shared = this.sharesPackages && name !== undefined && !name.startsWith('.') && !isBuiltin(name);
    return shared ? createRequire(from)(name) : super.requireInternalModule(from, name);
  }

  /**
   * What jest loads anew for each file has its own storage, and each that was ever used takes its share of every
   * promise until it is disabled: over a hundred files that was a tenth of all the time.
   */
  requireModule(from, moduleName, ...rest) {
    const loaded = super.requireModule(from, moduleName, ...rest);
    if (moduleName !== 'node:async_hooks' && moduleName !== 'async_hooks') return loaded;
    const { storages } = this;
    class StorageOfFile extends AsyncLocalStorage {
      constructor(...args) {
        super(...args);
        storages.push(this);
      }
    }
    return { ...loaded, AsyncLocalStorage: StorageOfFile };
  }

  teardown() {
    for (const storage of this.storages) storage.disable();
    process.setSourceMapsEnabled(false);
    super.teardown();
  }

  async unstable_importModule(from, moduleName) {
    if (moduleName !== undefined || !this.isNative(from))
      return super.unstable_importModule(from, moduleName);
    const [{ useJest }, { compiledTest }] = await prepared;
    useJest(this.requireModuleOrMock(from, '@jest/globals'));
    // A failure is shown where it stands in the source; jest's own parts are scanned for maps in vain.
    process.setSourceMapsEnabled(true);
    // Jest has put its own in place, which knows only the files that jest has loaded.
    Error.prepareStackTrace = undefined;
    // The tests of a file are declared when it is evaluated, so that the file itself has to be new each time.
    return import(`${pathToFileURL(compiledTest(from)).href}?at=${process.hrtime.bigint()}`);
  }
};

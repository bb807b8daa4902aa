import { browserSteps } from './browser-steps.mjs';
import { importsByLayer } from './imports-by-layer.mjs';
import { layoutByFormatter } from './layout-by-formatter.mjs';
import { noNewSleeps } from './no-new-sleeps.mjs';
import { synchronousValidator } from './synchronous-validator.mjs';
import { testTimeouts } from './test-timeouts.mjs';

/** The rules of this project alone, run by oxlint beside its own: `.oxlintrc.json` says for which files. */
export default {
  meta: { name: 'haat' },
  rules: {
    'browser-steps': browserSteps,
    'imports-by-layer': importsByLayer,
    'layout-by-formatter': layoutByFormatter,
    'no-new-sleeps': noNewSleeps,
    'synchronous-validator': synchronousValidator,
    'test-timeouts': testTimeouts,
  },
};

import { createEmbeddedEngine } from '#integrations/search/embedded/embedded-engine.js';
import { searchDatabaseOf } from '#runtime/search-database.js';
import { startKernel } from '../_support/kernel.js';
import { describeEngine } from './engine-conformance.js';

describeEngine('embedded', async () => {
  const kernel = await startKernel();
  return {
    engine: createEmbeddedEngine(searchDatabaseOf(kernel.container.knex)),
    close: () => kernel.stop(),
  };
});

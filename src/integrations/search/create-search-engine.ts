import { createEmbeddedEngine } from './embedded/embedded-engine.js';
import type { SearchDatabase } from './search-database.js';
import type { SearchEngine } from './search-engine.js';

/** The engine that the configuration names. */
export function createSearchEngine({ database }: { database: SearchDatabase }): SearchEngine {
  return createEmbeddedEngine(database);
}

import type { Config } from '#lib/config.js';
import type { Logger } from '#lib/logger.js';
import { createEmbeddedEngine } from './embedded/embedded-engine.js';
import type { SearchDatabase } from './search-database.js';
import type { SearchEngine } from './search-engine.js';
import { createTypesenseClient } from './typesense/typesense-client.js';
import { createTypesenseEngine } from './typesense/typesense-engine.js';

/** The engine that the configuration names: a Typesense server, or our own database. */
export function createSearchEngine(
  { TYPESENSE_URL, TYPESENSE_API_KEY }: Pick<Config, 'TYPESENSE_URL' | 'TYPESENSE_API_KEY'>,
  { database, logger }: { database: SearchDatabase; logger: Logger },
): SearchEngine {
  if (!TYPESENSE_URL) return createEmbeddedEngine(database);
  return createTypesenseEngine(
    createTypesenseClient({ url: TYPESENSE_URL, apiKey: TYPESENSE_API_KEY ?? '', logger }),
    { logger },
  );
}

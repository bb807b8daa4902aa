import { describe, it } from '@jest/globals';
import { createTypesenseClient } from '#integrations/search/typesense/typesense-client.js';
import { createTypesenseEngine } from '#integrations/search/typesense/typesense-engine.js';
import { describeEngine } from './engine-conformance.js';

const { TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey = '' } = process.env;

if (url) {
  describeEngine('typesense', () => {
    const client = createTypesenseClient({ url, apiKey, logger: { warn: () => undefined } });
    return Promise.resolve({ engine: createTypesenseEngine(client), close: () => Promise.resolve() });
  });
} else {
  describe('the typesense engine', () => {
    it.todo('is tried where TYPESENSE_URL names a server');
  });
}

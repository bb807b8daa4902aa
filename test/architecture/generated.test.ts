import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKnex, type Knex } from '#db/kernel/knex.js';
import { clientOperations, clientSchema } from '../../scripts/generated/client-types.js';
import { envExample } from '../../scripts/generated/env-example.js';
import { errorReference } from '../../scripts/generated/error-reference.js';
import { featureMap } from '../../scripts/generated/feature-map.js';
import { mailMarkup } from '../../scripts/generated/mail-markup.js';
import { mailTemplateReference } from '../../scripts/generated/mail-template-reference.js';
import { metricReference } from '../../scripts/generated/metric-reference.js';
import { personalDataReference } from '../../scripts/generated/personal-data-reference.js';
import { pluginSurface } from '../../scripts/generated/plugin-surface.js';
import { openApiJson } from '../../scripts/generated/openapi-json.js';
import { formatSource } from '../../scripts/new-feature/format-source.js';
import { schemaReference, tableNames } from '../../scripts/generated/schema-reference.js';
import { featureLists } from '../../scripts/supervisor/feature-lists.mjs';
import { createTestDatabase, type TestDatabase } from '../_support/database.js';

const root = join(import.meta.dirname, '..', '..');
const update = process.env['UPDATE_GENERATED'] === '1';

let database: TestDatabase;
let knex: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  knex = createKnex({ url: database.url, poolMax: 2, applicationName: 'generate', guard: false });
});
afterAll(async () => {
  await knex.destroy();
  await database.drop();
});

/** Compares a committed file with what the code says now; `npm run generate` writes it instead. */
function expectFresh(file: string, text: string): void {
  const path = join(root, file);
  if (update) writeFileSync(path, text);
  const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (committed !== text) throw new Error(`${file} is stale: run \`npm run generate\` and commit it`);
  expect(committed).toBe(text);
}

describe('generated files are fresh', () => {
  it('the lists of features', async () => {
    const stale = Object.entries(await featureLists()).filter(
      ([file, text]) => readFileSync(join(root, file), 'utf8') !== text,
    );
    expect(stale.map(([file]) => `${file} is stale: run \`npm run generate\` and commit it`)).toEqual([]);
  });
  it('.env.example', () => expectFresh('.env.example', envExample()));
  it('openapi.json', () => expectFresh('openapi.json', openApiJson()));
  it('client/src/operations.ts', () =>
    expectFresh('client/src/operations.ts', clientOperations(openApiJson())));
  it('client/src/schema.ts', async () =>
    expectFresh('client/src/schema.ts', await clientSchema(openApiJson())));
  it('docs/errors.md', () => expectFresh('docs/errors.md', errorReference()));
  it('docs/mail-templates.md', () => expectFresh('docs/mail-templates.md', mailTemplateReference()));
  it('src/integrations/mail/compiled-markup.ts', async () =>
    expectFresh(
      'src/integrations/mail/compiled-markup.ts',
      await formatSource(root, 'compiled-markup.ts', mailMarkup()),
    ));
  it('docs/plugin-surface.md', () => expectFresh('docs/plugin-surface.md', pluginSurface()));
  it('docs/metrics.md', () => expectFresh('docs/metrics.md', metricReference()));
  it('docs/personal-data-tables.md', () =>
    expectFresh('docs/personal-data-tables.md', personalDataReference()));
  it('docs/feature-map.md', async () =>
    expectFresh('docs/feature-map.md', featureMap(await tableNames(knex))));
  it('docs/schema.md', async () => expectFresh('docs/schema.md', await schemaReference(knex)));
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { searchFor } from './search-shop.js';

const PRODUCTS = 10_000;
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'search', 'relay'] });
});
afterAll(() => platform.stop());

it('burst: 10,000 imported products take under 30 workflow runs', async () => {
  const { container } = platform;
  const { vendorId } = await createVendor(container);
  await container.knex.raw(
    `insert into products (vendor_id, title, slug, status, published_at)
     select ?, 'Burst ' || n, 'burst-' || n, 'active', now() from generate_series(1, ?) n`,
    [vendorId, PRODUCTS],
  );
  const ids = (await container.knex('products').pluck('id')) as string[];
  const ctx = systemContext({ name: 'test' }, new Date());
  await container.unitOfWork.run(ctx, (tx) => {
    for (let from = 0; from < ids.length; from += 500) {
      const importId = newId();
      const payload = { importId, vendorId, productIds: ids.slice(from, from + 500) };
      container.outbox.append(tx, ctx, productImportsEvents.imported, importId, payload);
    }
  });
  await eventually(async () => {
    const { body } = await searchFor(platform.http, { q: 'burst' });
    expect(body.metadata).toMatchObject({ total: PRODUCTS });
  });
  const { count } = await container.gateway.client.workflow.count();
  expect(count).toBeLessThan(30);
});

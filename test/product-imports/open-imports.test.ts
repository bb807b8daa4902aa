import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MAX_OPEN_IMPORTS } from '#domain/product-imports/product-import.js';
import { formOf } from '../media/form-upload.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('a vendor has five imports open at once, also when it uploads many at the same time', async () => {
  const { container, http } = platform;
  const vendor = await createVendor(container);
  const file = Buffer.from('Handle,Title\nlamp,Lamp\n');
  const send = async () => {
    const body = formOf(file, 'products.csv');
    const response = await http.as(vendor.token).raw('POST', '/vendor/products/import', { body });
    return { status: response.status, body: (await response.json()) as { reason?: string } };
  };
  const all = await Promise.all(Array.from({ length: MAX_OPEN_IMPORTS + 2 }, send));
  expect(all.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 409, 409]);
  expect(all.find(({ status }) => status === 409)?.body.reason).toBe('product_imports.too_many_imports');
  const open = container.knex('product_imports').where({ vendorId: vendor.vendorId });
  expect(await open.clone().count({ count: '*' }).first()).toMatchObject({ count: MAX_OPEN_IMPORTS });
  await open.update({ status: 'completed' });
  expect((await send()).status).toBe(202);
});

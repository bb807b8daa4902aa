import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('everybody may read the face and the currency of the store, and no other setting', async () => {
  const { status, body, headers } = await platform.http.get('/store/profile');
  expect([status, headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=60, stale-while-revalidate=600',
  ]);
  expect(body.data).toEqual({
    name: 'Haat',
    logoUrl: null,
    accentColor: '#0f5c4d',
    accentTextColor: '#ffffff',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    pricesIncludeTax: false,
  });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

test('a setting that may be null can be set back to it', async () => {
  const { vendorId } = await createVendor(platform.container);
  const vendor = platform.http.as((await createSession(platform.container, { vendorId })).token);
  const key = 'shipping.free_above_subunit';

  for (const value of [99_900, null]) {
    const { status, body } = await vendor.patch<Record<string, unknown>>('/vendor/settings', {
      [key]: value,
    });
    expect(status).toBe(200);
    expect(body.data[key]).toBe(value);
    const read = await vendor.get<Record<string, unknown>>('/vendor/settings');
    expect(read.body.data[key]).toBe(value);
  }
});

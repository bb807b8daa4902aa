import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { storeSettings } from '#domain/settings/store.settings.js';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

const change = (body: object) => admin.patch<Record<string, unknown>>('/admin/settings/store', body);
const shown = () => platform.container.settings.get(storeSettings.currency);

it('the currency is the operator’s choice until the first order, and fixed from then on', async () => {
  expect((await change({ currency: 'USD' })).status).toBe(200);
  expect(shown()).toBe('USD');
  await change({ currency: 'INR' });
  await createConfirmedOrder(platform.container);

  const refused = await change({ currency: 'USD', 'branding.store_name': 'Never' });
  expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
  expect(refused.body.message).toBe('store.currency stays INR: there are orders in it');
  const { body } = await admin.get<Record<string, unknown>>('/admin/settings/store');
  expect(body.data).toMatchObject({ currency: 'INR', 'branding.store_name': 'Haat' });

  // A form sends everything, also what it does not change.
  const kept = await change({ currency: 'INR', 'branding.store_name': 'Bazaar' });
  expect(kept.body.data).toMatchObject({ currency: 'INR', 'branding.store_name': 'Bazaar' });
});

it('what is no currency code is refused', async () => {
  for (const currency of ['rupees', '', 'https://evil.example'])
    expect((await change({ currency })).status).toBe(400);
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  // Nothing listens there.
  platform = await startPlatform({ environment: { TEMPORAL_ADDRESS: '127.0.0.1:1' } });
});
afterAll(() => platform.stop());

it('a refresh is refused while the engine is down, and the dashboard is read as ever', async () => {
  const admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  const refused = await admin.post('/admin/analytics/refresh');
  expect([refused.status, refused.body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect((await admin.post('/admin/analytics/rebuild')).status).toBe(503);
  expect(await platform.container.knex('analytics_state').first('rebuild')).toEqual({ rebuild: false });
  expect((await admin.get('/admin/analytics/dashboard')).status).toBe(200);
});

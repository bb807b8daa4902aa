import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MAX_OPEN_EXPORTS } from '#domain/reports/report-export.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('a vendor has five exports open at once, also when it asks for many at the same time; others are not held up', async () => {
  const { container, http } = platform;
  const [busy, other] = [await createVendor(container), await createVendor(container)];
  const body = { format: 'csv', from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
  const { body: reports } = await http.as(busy.token).get<{ key: string }[]>('/vendor/reports');
  const ask = (token: string) =>
    http.as(token).post<{ id: string }>(`/vendor/reports/${reports.data[0]?.key}/export`, body);
  const all = await Promise.all(Array.from({ length: MAX_OPEN_EXPORTS + 3 }, () => ask(busy.token)));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(MAX_OPEN_EXPORTS);
  const refused = all.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    reason: 'reports.too_many_exports',
    message: expect.stringMatching(
      /^5 exports of this vendor are waiting or running, and at most 5 may/,
    ) as unknown as string,
  });
  expect((await ask(other.token)).status).toBe(201);
  const first = all.find(({ status }) => status === 201)?.body.data.id;
  await container.knex('reports_exports').where({ id: first }).update({ status: 'failed', error: 'test' });
  expect((await ask(busy.token)).status).toBe(201);
});

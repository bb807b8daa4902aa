import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Status {
  route: { kind: string; source: string | null; host: string | null };
  pausedSince: string | null;
  lastFailure: string | null;
  counts: Record<string, number>;
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    environment: { SMTP_HOST: 'smtp.env.example', SMTP_PASSWORD: 'a-secret-password' },
  });
});
afterAll(() => platform.stop());

it('email/status says how mail leaves, since when it pauses, and how many mails there are, without a secret', async () => {
  const { knex } = platform.container;
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const admin = platform.http.as(token);
  const read = async () => (await admin.get<Status>('/admin/email/status')).body.data;
  expect(await read()).toMatchObject({
    route: { kind: 'smtp', source: 'environment', host: 'smtp.env.example' },
    pausedSince: null,
  });
  await knex('mail_messages').insert({
    ...{
      template: 'order.placed',
      role: 'customer',
      recipient: 'a@example.com',
      state: 'failed',
      dedupeKey: newId(),
    },
  });
  await knex('mail_queue_state').update({
    ...{ pausedSince: new Date(), pausedUntil: new Date(), lastFailure: '535 a-secret-password is wrong' },
  });
  const paused = await read();
  expect(paused.counts).toMatchObject({ failed: 1, sent: 0 });
  expect(paused.lastFailure).toBe('535 [redacted] is wrong');
  expect(paused.pausedSince).not.toBeNull();
  await admin.patch('/admin/settings/admin', {
    'email.provider': 'mailapi',
    'email.mailapi_api_key': 'SG.secret',
  });
  const changed = await admin.get<Status>('/admin/email/status');
  expect(changed.body.data.route).toEqual({ kind: 'mailapi', source: 'settings', host: null });
  expect(JSON.stringify(changed.body)).not.toContain('SG.secret');
});

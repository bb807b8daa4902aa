import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMailPause } from '#activities/mail/mail-pause.js';
import { MailUnavailableError } from '#integrations/mail/mail-errors.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Status {
  route: { kind: string; source: string | null; host: string | null };
  pausedSince: string | null;
  pauseReason: string | null;
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
    template: 'order.placed',
    role: 'customer',
    recipient: 'a@example.com',
    state: 'failed',
    dedupeKey: newId(),
  });
  const pause = createMailPause(platform.container);
  const watch = pause.watch(await pause.read());
  watch.failed(
    new MailUnavailableError('535 a-secret-password is wrong', { misconfigured: true }),
    'a@example.com',
  );
  await watch.end();
  const paused = await read();
  expect(paused.counts).toMatchObject({ failed: 1, sent: 0 });
  expect(paused.lastFailure).toBe('535 [redacted] is wrong');
  expect(paused.pauseReason).toBe('535 [redacted] is wrong');
  expect(paused.pausedSince).not.toBeNull();
  await admin.patch('/admin/settings/admin', {
    'email.provider': 'mailapi',
    'email.mailapi_api_key': 'SG.is wrong',
  });
  const changed = await admin.get<Status>('/admin/email/status');
  expect(changed.body.data.route).toEqual({ kind: 'mailapi', source: 'settings', host: null });
  // The words of the provider stay, whatever the next credentials are.
  expect(changed.body.data.lastFailure).toBe('535 [redacted] is wrong');
  expect(JSON.stringify(changed.body)).not.toContain('SG.');
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { systemContext } from '#domain/_shared/context.js';

let sandbox: MailSandbox;
let platform: TestPlatform;
beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  platform = await startPlatform({
    workers: ['core', 'mail', 'relay'],
    environment: { MAIL_API_BASE_URL: sandbox.url },
  });
  sandbox.sendEventsTo(`${platform.url}/webhooks/mail/mailapi`);
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  data(
    await platform.http.as(token).patch<unknown>('/admin/settings/admin', {
      'email.provider': 'mailapi',
      'email.mailapi_api_key': 'SG.key-of-the-test',
      'email.mailapi_webhook_public_key': sandbox.webhookKey,
    }),
  );
});
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});

it('the sandbox reports what each address asks for, twice and shuffled, and the platform keeps each once', async () => {
  sandbox.control({ duplicateEvents: true, shuffleEvents: true });
  const { container } = platform;
  const names = ['asha', 'bounce', 'complain', 'defer', 'block', 'drop'];
  const ctx = systemContext({ name: 'test' }, container.clock.now());
  await container.unitOfWork.run(ctx, (tx) =>
    container.mail.enqueueAll(
      tx,
      ctx,
      names.map((name) => ({
        template: 'order.placed',
        role: 'customer' as const,
        to: `${name}@example.com`,
        dedupeKey: newId(),
        variables: { orderNumber: 'HT-1', url: 'https://store.example.com' },
      })),
    ),
  );
  await eventually(async () => {
    const rows = (await container.knex('mail_messages').select('recipient', 'deliveryStatus')) as {
      recipient: string;
      deliveryStatus: string;
    }[];
    expect(Object.fromEntries(rows.map((row) => [row.recipient.split('@')[0], row.deliveryStatus]))).toEqual({
      asha: 'delivered',
      bounce: 'bounced',
      complain: 'complained',
      defer: 'delivered',
      block: 'bounced',
      drop: 'bounced',
    });
  });
  const suppressed = (await container.knex('mail_suppressions').select('address')) as { address: string }[];
  expect(suppressed.map(({ address }) => address).sort()).toEqual([
    'bounce@example.com',
    'complain@example.com',
  ]);
  const [shown] = sandbox.messages('complain@example.com');
  expect(shown?.events.map(({ event }) => event)).toEqual(['delivered', 'spamreport']);
  expect(await container.knex('mail_provider_events')).toHaveLength(8);
});

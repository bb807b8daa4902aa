import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

let sandbox: MailSandbox;
let platform: TestPlatform;
let worker: WorkerProcess;
const ROLES = ['core', 'mail', 'relay'] as const;

beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  const environment = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sandbox.smtpPort) };
  platform = await startPlatform({ environment });
  worker = await startWorkerProcess(platform.container.config, ROLES.join(), environment);
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
  await sandbox.close();
});

it('a worker killed between hand-over and commit leaves the mail unclear, and it is not sent twice', async () => {
  const { container } = platform;
  sandbox.control({ holdResponses: true });
  const ctx = systemContext({ name: 'test' }, container.clock.now());
  await container.unitOfWork.run(ctx, (tx) =>
    container.mail.enqueue(tx, ctx, {
      template: 'order.placed',
      role: 'customer',
      to: 'asha@example.com',
      dedupeKey: newId(),
      variables: { orderNumber: 'HT-1', url: 'https://store.example.com' },
    }),
  );
  await sandbox.waitFor(undefined, 30_000);
  await worker.kill();
  sandbox.control({ holdResponses: false });
  await platform.startWorkers(ROLES);
  await eventually(async () => {
    const rows = (await container.knex('mail_messages').select('state', 'attempts')) as object[];
    expect(rows).toEqual([{ state: 'unclear', attempts: 1 }]);
  });
  expect(sandbox.messages()).toHaveLength(1);
});

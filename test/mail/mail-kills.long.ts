import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { eventually } from '../_support/eventually.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

const MAILS = 500;
let engine: OwnEngine;
let sandbox: MailSandbox;
let platform: TestPlatform;
let environment: Record<string, string>;
let worker: WorkerProcess;
let relay: WorkerProcess;

beforeAll(async () => {
  engine = await startOwnEngine();
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0, keep: 2 * MAILS });
  environment = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sandbox.smtpPort),
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: engine.namespace,
  };
  platform = await startPlatform({ environment });
  worker = await startWorkerProcess(platform.container.config, 'core,mail', environment);
  relay = await startRelay();
});
afterAll(async () => {
  await relay.kill();
  await worker.kill();
  await platform.stop();
  await sandbox.close();
  await engine.remove();
});

const startRelay = () => startWorkerProcess(platform.container.config, 'relay', environment);

async function enqueue(count: number): Promise<void> {
  const { container } = platform;
  const ctx = systemContext({ name: 'test' }, container.clock.now());
  const mails = Array.from({ length: count }, () => ({
    template: 'order.placed',
    role: 'customer' as const,
    to: `buyer-${newId()}@example.com`,
    variables: { orderNumber: 'HT-1' },
    dedupeKey: newId(),
  }));
  await container.unitOfWork.run(ctx, (tx) => container.mail.enqueueAll(tx, ctx, mails));
}

const arrived = (least: number) =>
  eventually(() => {
    expect(sandbox.messages().length).toBeGreaterThanOrEqual(least);
    return Promise.resolve();
  });

it('a relay and an engine that are killed under 500 waiting mails lose none, and none is sent twice', async () => {
  // Half of them wait for both, the others come while neither is there.
  await enqueue(MAILS / 2);
  await arrived(1);
  await Promise.all([relay.kill(), engine.kill()]);
  await enqueue(MAILS / 2);
  await engine.start();
  relay = await startRelay();
  for (const share of [0.3, 0.6]) {
    await arrived(MAILS * share);
    await relay.kill();
    await engine.kill();
    // A relay runs only once it has reached the engine.
    await engine.start();
    relay = await startRelay();
  }
  const { knex } = platform.container;
  await eventually(async () => {
    expect(await knex('mail_messages').whereNot({ state: 'sent' }).select('state', 'lastError')).toEqual([]);
    expect(
      await knex('outbox_deliveries').where({ subscription: 'mail' }).whereNot({ state: 'delivered' }),
    ).toEqual([]);
  });
  expect(await knex('mail_messages').select('id')).toHaveLength(MAILS);
  expect(await knex('mail_messages').whereNot({ attempts: 1 })).toEqual([]);
  const recipients = sandbox.messages().flatMap((message) => message.recipients);
  expect([recipients.length, new Set(recipients).size]).toEqual([MAILS, MAILS]);
});

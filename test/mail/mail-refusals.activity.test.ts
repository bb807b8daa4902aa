import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createEventsActivities, type RoundResult } from '#activities/events/events.activities.js';
import { createMailDrainHandler } from '#activities/mail/mail-drain.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import { createDueDrains } from '#events/due-drains.js';
import { mailSubscriptions } from '#events/mail.subscriptions.js';
import { createMailers, type Mailers } from '#integrations/mail/mailers.js';
import { newId } from '#lib/ids.js';
import { createPace } from '#lib/pace.js';
import { wakeMailQueue } from '#operations/mail/wake-mail-queue.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

// Rounds wait for real seconds; a busy machine must not change the outcome.

let kernel: TestKernel;
let sandbox: MailSandbox;
let mailers: Mailers;
/** Minutes that have passed, as the waits in the database have it. */
let minutes: number;

beforeAll(async () => {
  kernel = await startKernel();
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
});
afterAll(async () => {
  mailers.close();
  await sandbox.close();
  await kernel.stop();
});
beforeEach(async () => {
  sandbox.clear();
  sandbox.resetControls();
  minutes = 0;
  setPort(sandbox.smtpPort);
  const { knex, unitOfWork } = kernel.container;
  for (const table of ['outbox_deliveries', 'mail_messages', 'mail_suppressions']) await knex(table).delete();
  await unitOfWork.run(kernel.ctx, wakeMailQueue);
  await knex('mail_queue_state').update({
    pausedSince: null,
    pauses: 0,
    lastFailure: null,
    pauseReason: null,
  });
});

/** The server that mails leave by. */
function setPort(port: number): void {
  mailers?.close();
  mailers = createMailers(
    { ...kernel.container.config, SMTP_HOST: '127.0.0.1', SMTP_PORT: port },
    { connectMs: 2_000, responseMs: 2_000 },
  );
}

async function drain(perSecond = 10_000): Promise<RoundResult> {
  const { container } = kernel;
  const messages = createMailRepository();
  const { drainBatch } = createEventsActivities({
    lingerMs: 0,
    ...container,
    dueDrains: createDueDrains({ ...container, subscriptions: mailSubscriptions }),
    handlers: {
      mail: createMailDrainHandler({ ...container, messages, mailers, pace: createPace(() => perSecond) }),
    },
  });
  return (await new MockActivityEnvironment().run(drainBatch, { subscription: 'mail' })) as RoundResult;
}
async function untilNothingIsDue(): Promise<void> {
  for (let round = 0; round < 30 && (await drain()).taken > 0; round += 1);
}

/** All waits and ages are as if so much time had gone by, for the relay as well. */
async function pass(more: number): Promise<void> {
  minutes += more;
  const back = (column: string) => kernel.container.knex.raw("?? - ? * interval '1 minute'", [column, more]);
  const { knex } = kernel.container;
  await knex('outbox_deliveries').update({ nextAttemptAt: back('next_attempt_at') });
  await knex('mail_messages').update({
    notBefore: back('not_before'),
    putOffSince: back('put_off_since'),
    createdAt: back('created_at'),
  });
  await knex('mail_queue_state').update({ pausedUntil: back('paused_until') });
  sandbox.control({ clockAheadSeconds: minutes * 60 });
}

async function enqueue(recipients: readonly string[], template = 'order.placed'): Promise<void> {
  const { container, ctx } = kernel;
  const mails = recipients.map((to) => ({
    template,
    role: 'customer' as const,
    to,
    dedupeKey: newId(),
    variables: { orderNumber: 'HT-1', url: 'https://a.example' },
  }));
  await container.unitOfWork.run(ctx, (tx) => container.mail.enqueueAll(tx, ctx, mails));
}
const buyers = (count: number, domains = ['a.example', 'b.example', 'c.example']) =>
  Array.from({ length: count }, (_, index) => `buyer-${index}@${domains[index % domains.length]}`);

async function counts(): Promise<Record<string, number>> {
  const rows = await createQueueStateRepository().counts(kernel.container.knex);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
const stateOf = () => createQueueStateRepository().read(kernel.container.knex);
const mailTo = (recipient: string) =>
  kernel.container.knex('mail_messages').where({ recipient }).first() as Promise<{
    state: string;
    attempts: number;
    lastError: string;
  }>;
const arrived = () => sandbox.messages().flatMap(({ recipients }) => recipients);

describe('a provider that refuses everything', () => {
  it('554 to every message fails ten or a few more, and the others wait until it takes mails again', async () => {
    await enqueue(buyers(200));
    sandbox.control({ messageReply: '554 5.7.1 Message rejected: sending suspended' });
    await drain();
    const { failed = 0, queued = 0 } = await counts();
    expect(failed).toBeGreaterThanOrEqual(10);
    expect(failed).toBeLessThan(15);
    expect(failed + queued).toBe(200);
    expect(await stateOf()).toMatchObject({
      pauses: 1,
      pauseReason: '554 5.7.1 Message rejected: sending suspended',
    });
    // A probe that is refused as well is not lost: it is put off, and another mail is the next probe.
    await pass(1);
    await drain();
    expect(await counts()).toEqual({ failed, queued });
    expect(await stateOf()).toMatchObject({ pauses: 2 });
    sandbox.control({ messageReply: null });
    await pass(10);
    await untilNothingIsDue();
    expect(await counts()).toEqual({ failed, sent: queued });
    expect(await stateOf()).toMatchObject({ pauses: 0, pausedSince: null, pauseReason: null });
  });

  it('a line that is cut after each message leaves ten or a few more unclear, and none arrives twice', async () => {
    await enqueue(buyers(60), 'auth.verification');
    sandbox.control({ hangUpNext: 1_000 });
    await drain();
    const { unclear = 0, queued = 0 } = await counts();
    expect(unclear).toBeLessThan(15);
    expect(unclear + queued).toBe(60);
    sandbox.control({ hangUpNext: 0 });
    await pass(1);
    await untilNothingIsDue();
    expect(await counts()).toEqual({ unclear, sent: queued });
    expect(new Set(arrived()).size).toBe(arrived().length);
  });

  it('dead addresses, one domain alone and greylisting pause nothing', async () => {
    sandbox.control({ recipientReplies: { 'gone.example': '550 5.1.1 No such user' } });
    await enqueue(
      buyers(30, ['gone.example', 'a.gone.example', 'b.gone.example']).map((to) =>
        to.replace(/@.*/, '@gone.example'),
      ),
    );
    await drain();
    expect(await counts()).toEqual({ failed: 30 });
    sandbox.control({ recipientReplies: { 'strict.example': '550 5.7.1 Rejected by policy' } });
    await enqueue(buyers(20, ['strict.example']));
    sandbox.control({
      greylistSeconds: 60,
      greylistDomains: ['grey.example', 'grey2.example', 'grey3.example'],
    });
    await enqueue(buyers(20, ['grey.example', 'grey2.example', 'grey3.example']).map((to) => `x${to}`));
    await drain();
    expect(await counts()).toEqual({ failed: 50, queued: 20 });
    expect(await stateOf()).toMatchObject({ pauses: 0, pausedUntil: null });
  });
});

describe('an outage at low traffic', () => {
  it('four mails against a closed port pause the queue, and leave within a round of the repair', async () => {
    sandbox.control({ closed: true });
    await enqueue(buyers(4));
    await drain();
    expect(await stateOf()).toMatchObject({ pauses: 0, counts: { away: 4 } });
    await pass(1);
    await drain();
    expect((await stateOf()).pausedUntil).not.toBeNull();
    expect(await counts()).toEqual({ queued: 4 });
    sandbox.control({ closed: false });
    await kernel.container.unitOfWork.run(kernel.ctx, wakeMailQueue);
    await untilNothingIsDue();
    expect(await counts()).toEqual({ sent: 4 });
    expect((await stateOf()).lastFailure).toContain('ECONNREFUSED');
  });

  it('a changed setting ends the waits for the provider, and not those of recipients', async () => {
    sandbox.control({ recipientReplies: { 'full.example': '452 4.2.2 Mailbox full' } });
    await enqueue(['buyer@full.example']);
    await drain();
    sandbox.control({ closed: true });
    await enqueue(buyers(2));
    await drain();
    sandbox.control({ closed: false });
    await kernel.container.unitOfWork.run(kernel.ctx, wakeMailQueue);
    await untilNothingIsDue();
    expect(arrived().sort()).toEqual(buyers(2));
    expect(await mailTo('buyer@full.example')).toMatchObject({ state: 'queued', attempts: 1 });
  });

  it('the first mail that is taken wakes those that wait for the provider', async () => {
    sandbox.control({ closed: true });
    await enqueue(buyers(3));
    await drain();
    sandbox.control({ closed: false });
    await enqueue(['later@a.example']);
    expect(await drain()).toMatchObject({ taken: 1 });
    expect(await drain()).toMatchObject({ taken: 3, failed: 0 });
    expect(await counts()).toEqual({ sent: 4 });
  });

  it('links that work no longer are not sent after an outage', async () => {
    sandbox.control({ closed: true });
    await enqueue(['asha@a.example'], 'auth.magic_link');
    await drain();
    sandbox.control({ closed: false });
    await pass(16);
    await drain();
    expect(await mailTo('asha@a.example')).toMatchObject({ state: 'failed', lastError: 'stale' });
    expect(arrived()).toEqual([]);
  });
});

describe('a recipient who is put off', () => {
  it('greylisting costs five minutes and no mail; the others go on', async () => {
    sandbox.control({ greylistSeconds: 240, greylistDomains: ['grey.example'] });
    await enqueue([...buyers(20, ['a.example']), ...buyers(3, ['grey.example']).map((to) => `g${to}`)]);
    await untilNothingIsDue();
    expect(await counts()).toEqual({ queued: 3, sent: 20 });
    await pass(4);
    expect(await drain()).toMatchObject({ taken: 0 });
    await pass(1.1);
    await untilNothingIsDue();
    expect(await counts()).toEqual({ sent: 23 });
    expect(await mailTo('gbuyer-0@grey.example')).toMatchObject({ attempts: 2 });
  });

  it('is tried after 5, 15, 30, 60 minutes, then every two hours, and has failed after 24', async () => {
    sandbox.control({ recipientReplies: { 'full.example': '452 4.2.2 Mailbox full' } });
    await enqueue(['buyer@full.example']);
    expect((await drain()).taken).toBe(1);
    const waits = [5, 15, 30, 60, ...Array<number>(11).fill(120)];
    for (const wait of waits) {
      await pass(wait - 0.5);
      expect((await drain()).taken).toBe(0);
      await pass(0.51);
      expect((await drain()).taken).toBe(1);
    }
    expect(await mailTo('buyer@full.example')).toMatchObject({
      state: 'failed',
      attempts: waits.length + 1,
      lastError: expect.stringContaining('452 4.2.2'),
    });
    expect(minutes).toBeGreaterThan(23 * 60);
    expect(minutes).toBeLessThan(24 * 60);
  });
});

it('throttling slows the queue and counts no attempt', async () => {
  sandbox.control({ throttlePerSecond: 8 });
  await enqueue(buyers(30));
  await eventually(async () => {
    await drain();
    expect(await counts()).toEqual({ sent: 30 });
  });
  const attempts = (await kernel.container.knex('mail_messages').distinct('attempts')) as {
    attempts: number;
  }[];
  expect(attempts).toEqual([{ attempts: 1 }]);
  expect(await stateOf()).toMatchObject({ pauses: 0 });
});

it('an address that does not exist is suppressed, as by an event of the provider', async () => {
  sandbox.control({
    recipientReplies: {
      'gone@a.example': '550 5.1.1 No such user',
      'none@a.example': '550 5.4.1 Recipient address rejected: Access denied',
      'moved@a.example': '551 5.1.6 Mailbox has moved',
    },
  });
  await enqueue(['Gone@a.example', 'gone@a.example', 'none@a.example', 'moved@a.example', 'fine@a.example']);
  await untilNothingIsDue();
  const rows = await kernel.container
    .knex('mail_suppressions')
    .orderBy('address')
    .select('address', 'reason', 'source');
  expect(rows).toEqual([
    { address: 'gone@a.example', reason: 'hard_bounce', source: 'smtp' },
    { address: 'none@a.example', reason: 'hard_bounce', source: 'smtp' },
  ]);
  const events = await kernel.container.knex('outbox_events').where({ type: 'mail.address_suppressed' });
  expect(events.length).toBeGreaterThanOrEqual(2);
});

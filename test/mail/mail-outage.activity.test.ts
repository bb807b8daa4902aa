import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createEventsActivities, type RoundResult } from '#activities/events/events.activities.js';
import { createMailDrainHandler } from '#activities/mail/mail-drain.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import { createDueDrains } from '#events/due-drains.js';
import { mailSubscriptions } from '#events/mail.subscriptions.js';
import { MailUnavailableError } from '#integrations/mail/mail-errors.js';
import type { OutgoingMail, SentMail } from '#integrations/mail/mailer.js';
import { newId } from '#lib/ids.js';
import { createMetrics } from '#lib/metrics.js';
import { watchBacklog } from '#runtime/metrics/backlog-metrics.js';
import { wakeMailQueue } from '#operations/mail/wake-mail-queue.js';
import { MockActivityEnvironment } from '@temporalio/testing';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
let sent: string[];
let calls: number;
let response: () => Promise<SentMail>;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());
beforeEach(async () => {
  [sent, calls] = [[], 0];
  response = () => Promise.resolve({ messageId: 'provider' });
  const { knex } = kernel.container;
  for (const table of ['outbox_deliveries', 'mail_messages']) await knex(table).delete();
  await knex('mail_queue_state').update({ pausedSince: null, pausedUntil: null, pauses: 0 });
});

async function drain(messages = createMailRepository()): Promise<RoundResult> {
  const { container } = kernel;
  const send = async (mail: OutgoingMail) => {
    calls += 1;
    const result = await response();
    sent.push(mail.to.email);
    return result;
  };
  const mailers = { mailerFor: () => ({ send }) };
  const { drainBatch } = createEventsActivities({
    lingerMs: 0,
    ...container,
    dueDrains: createDueDrains({ ...container, subscriptions: mailSubscriptions }),
    handlers: { mail: createMailDrainHandler({ ...container, messages, mailers }) },
  });
  return (await new MockActivityEnvironment().run(drainBatch, { subscription: 'mail' })) as RoundResult;
}

async function enqueue(count: number, template = 'order.placed'): Promise<void> {
  const { container, ctx } = kernel;
  const mails = Array.from({ length: count }, () => ({
    template,
    role: 'customer' as const,
    to: `buyer-${newId()}@example.com`,
    variables: { orderNumber: 'X', url: 'https://a.example' },
    dedupeKey: newId(),
  }));
  await container.unitOfWork.run(ctx, (tx) => container.mail.enqueueAll(tx, ctx, mails));
}

const stateOf = () => createQueueStateRepository().read(kernel.container.knex);
const seconds = (date: Date | null) => ((date?.getTime() ?? 0) - Date.now()) / 1_000;

/** The pause is over, as if its time had passed. */
async function passPause(): Promise<void> {
  const { knex } = kernel.container;
  await knex('mail_queue_state').update({ pausedUntil: knex.raw(`now() - interval '1 second'`) });
  await knex('outbox_deliveries').where({ state: 'due' }).update({ nextAttemptAt: knex.fn.now() });
}
async function untilDrained(): Promise<void> {
  for (let round = 0; round < 20 && (await drain()).taken > 0; round += 1);
}

test('outage-pauses-drain: each of 2,000 mails arrives once, none is parked, none counts what was never tried', async () => {
  const MAILS = 2_000;
  await enqueue(MAILS);
  response = () => Promise.reject(new MailUnavailableError('connection refused'));
  await drain();
  expect(calls).toBeLessThan(20);
  expect(seconds((await stateOf()).pausedUntil)).toBeGreaterThan(2);
  // While it pauses nothing is due.
  const asked = calls;
  expect(await drain()).toMatchObject({ taken: 0 });
  expect(calls).toBe(asked);

  // One probe at growing intervals.
  await passPause();
  await drain();
  expect(calls).toBe(asked + 1);
  expect(seconds((await stateOf()).pausedUntil)).toBeGreaterThan(7);
  expect((await stateOf()).pauses).toBe(2);

  // 429 is kept to the second.
  await passPause();
  response = () => Promise.reject(new MailUnavailableError('too many requests', { retryAfterSeconds: 42 }));
  await drain();
  expect(calls).toBe(asked + 2);
  expect(Math.abs(seconds((await stateOf()).pausedUntil) - 42)).toBeLessThan(3);

  await passPause();
  response = () => Promise.resolve({ messageId: 'provider' });
  await untilDrained();
  expect(sent).toHaveLength(MAILS);
  expect(new Set(sent).size).toBe(MAILS);
  const { knex } = kernel.container;
  expect(
    await knex('outbox_deliveries').where({ subscription: 'mail' }).whereNot({ state: 'delivered' }),
  ).toEqual([]);
  const metrics = createMetrics();
  watchBacklog({ ...kernel.container, metrics, subscriptions: mailSubscriptions });
  expect(await metrics.text()).toMatch(/^haat_mail_paused_seconds 0$/m);
  const attempts = (await knex('mail_messages')
    .groupBy('attempts')
    .orderBy('attempts')
    .select('attempts')
    .count({ n: '*' })) as { attempts: number; n: number }[];
  expect(attempts[0]).toMatchObject({ attempts: 1 });
  expect(attempts[0]?.n).toBeGreaterThan(MAILS - 20);
  expect(await stateOf()).toMatchObject({ pausedSince: null, pausedUntil: null, pauses: 0 });
});

test('wrong-key-then-right: a misconfigured provider pauses at once, and a changed setting wakes the queue', async () => {
  await enqueue(30);
  response = () => Promise.reject(new MailUnavailableError('wrong key', { misconfigured: true }));
  await drain();
  expect(calls).toBeLessThanOrEqual(5);
  expect(await stateOf()).toMatchObject({ lastFailure: 'wrong key', pauses: 1 });
  expect(await drain()).toMatchObject({ taken: 0 });
  const { unitOfWork } = kernel.container;
  await unitOfWork.run(kernel.ctx, (tx) => wakeMailQueue(tx));
  response = () => Promise.resolve({ messageId: 'provider' });
  await untilDrained();
  expect(sent).toHaveLength(30);
  expect((await stateOf()).lastSuccessAt).not.toBeNull();
});

test('stale-mail: nothing older than three days is sent unasked, links no longer than they work', async () => {
  const { knex } = kernel.container;
  const age = async (template: string, interval: string) => {
    await enqueue(1, template);
    await knex('mail_messages')
      .where({ template, state: 'queued' })
      .update({ createdAt: knex.raw(`now() - interval '${interval}'`) });
    await drain();
    return (await knex('mail_messages')
      .where({ template })
      .orderBy('id', 'desc')
      .first('state', 'lastError')) as { state: string; lastError: string | null };
  };
  expect(await age('order.placed', '73 hours')).toEqual({ state: 'failed', lastError: 'stale' });
  expect(await age('order.delivered', '71 hours')).toEqual({ state: 'sent', lastError: null });
  expect(await age('auth.magic_link', '16 minutes')).toEqual({ state: 'failed', lastError: 'stale' });
  expect(await age('auth.reset_password', '59 minutes')).toEqual({ state: 'sent', lastError: null });
});

test('failed-lane: a round that fails has ended when it says so, and nothing of it goes on behind that', async () => {
  // One for each lane: the one that fails has no other mail to wait for.
  await enqueue(5);
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  response = async () => {
    // One mail is through; those of the other lanes are with the provider.
    if (calls > 1) await opened;
    return { messageId: 'provider' };
  };
  const messages = createMailRepository();
  let refused = 0;
  const failing = {
    ...messages,
    finishAll(...args: Parameters<typeof messages.finishAll>) {
      if (args[1].length === 0 || refused > 0) return messages.finishAll(...args);
      refused += 1;
      return Promise.reject(new Error('disk full'));
    },
  };
  let ended = false;
  const round = drain(failing).finally(() => (ended = true));
  round.catch(() => undefined);
  await eventually(() => Promise.resolve(expect(refused).toBe(1)));
  await stateOf();
  expect(ended).toBe(false);
  open();
  await expect(round).rejects.toThrow('disk full');
  expect(sent.length).toBe(calls);
});

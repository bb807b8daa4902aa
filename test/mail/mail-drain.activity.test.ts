import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createMailDrainHandler } from '#activities/mail/mail-drain.js';
import { createEventsActivities, type RoundResult } from '#activities/events/events.activities.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createDueDrains } from '#events/due-drains.js';
import { mailSubscriptions } from '#events/mail.subscriptions.js';
import type { MailToSend } from '#domain/mail/mail-message.js';
import type { EmailSettings } from '#integrations/mail/email-settings.js';
import { MailRefusedError, MailUnavailableError, MailUnclearError } from '#integrations/mail/mail-errors.js';
import type { OutgoingMail, SentMail } from '#integrations/mail/mailer.js';
import { newId } from '#lib/ids.js';
import { MockActivityEnvironment } from '@temporalio/testing';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { mailsTo } from '../_support/mails.js';

let kernel: TestKernel;
let sent: OutgoingMail[];
let hosts: string[];
let response: (mail: OutgoingMail) => Promise<SentMail>;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());
beforeEach(async () => {
  sent = [];
  hosts = [];
  response = (mail) => Promise.resolve({ messageId: `provider-${mail.messageId}` });
  await kernel.container.knex('outbox_deliveries').delete();
  await kernel.container.knex('mail_queue_state').update({ pausedSince: null, pausedUntil: null, pauses: 0 });
});

const send = async (mail: OutgoingMail) => {
  sent.push(mail);
  return response(mail);
};

/** One round of the drain, as the engine would run it. */
async function drain(stopping?: AbortSignal): Promise<{ taken: number; failed: number }> {
  const { container } = kernel;
  const messages = createMailRepository();
  const mailers = {
    mailerFor: ({ smtpHost }: EmailSettings) => ({
      send: (mail: OutgoingMail) => {
        hosts.push(smtpHost);
        return send(mail);
      },
    }),
    close: () => undefined,
  };
  const { drainBatch } = createEventsActivities({
    lingerMs: 0,
    ...container,
    stopping: stopping ?? container.stopping,
    dueDrains: createDueDrains({ ...container, subscriptions: mailSubscriptions }),
    handlers: { mail: createMailDrainHandler({ ...container, messages, mailers }) },
  });
  const round = new MockActivityEnvironment().run(drainBatch, { subscription: 'mail' });
  const { taken, failed } = (await round) as RoundResult;
  return { taken, failed };
}

async function enqueue(overrides: Partial<MailToSend> = {}): Promise<{ id: string | null; to: string }> {
  const { container, ctx } = kernel;
  const to = overrides.to ?? `buyer-${newId()}@example.com`;
  const mail: MailToSend = {
    template: 'auth.magic_link',
    role: 'customer',
    to,
    variables: { customerName: 'Asha Rao', url: 'https://shop.example.com/auth/magic-link?token=verysecret' },
    dedupeKey: newId(),
    ...overrides,
  };
  return { id: await container.unitOfWork.run(ctx, (tx) => container.mail.enqueue(tx, ctx, mail)), to };
}

const mailTo = async (to: string) => (await mailsTo(kernel.container, to))[0];

async function makeDue(): Promise<void> {
  await kernel.container.knex('outbox_deliveries').update({ nextAttemptAt: kernel.container.knex.fn.now() });
  await kernel.container.knex('mail_queue_state').update({ pausedUntil: null });
}

describe('the mail queue', () => {
  test('a worker that is told to stop ends the mails in hand and leaves the others to the next one', async () => {
    const stop = new AbortController();
    response = (mail) => {
      stop.abort();
      return Promise.resolve({ messageId: `provider-${mail.messageId}` });
    };
    const MAILS = 12;
    for (let n = 0; n < MAILS; n += 1) await enqueue();
    const { taken, failed } = await drain(stop.signal);
    expect(taken).toBe(sent.length);
    expect([taken > 0, taken < MAILS, failed]).toEqual([true, true, 0]);
    expect(await drain()).toEqual({ taken: MAILS - taken, failed: 0 });
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(MAILS);
    expect(sent).toHaveLength(MAILS);
  });

  test('a mail is sent once, with the words of its template, and its link is forgotten', async () => {
    const { id, to } = await enqueue();
    expect(await drain()).toEqual({ taken: 1, failed: 0 });
    expect(await drain()).toEqual({ taken: 0, failed: 0 });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: { email: to, name: 'Asha Rao' },
      from: { email: 'no-reply@example.com', name: 'Haat' },
      messageId: id,
      subject: 'Your sign-in link for Haat',
    });
    expect(sent[0]?.html).toContain('token=verysecret');
    expect(sent[0]?.text).toContain('token=verysecret');
    const mail = await mailTo(to);
    expect(mail).toMatchObject({
      state: 'sent',
      attempts: 1,
      variables: null,
      providerMessageId: `provider-${id}`,
    });
  });

  test('a notice of changed mail settings is sent over the former connection, which no template sees', async () => {
    const formerConnection = {
      provider: 'smtp',
      fromEmail: 'former@example.com',
      fromName: 'Former',
      replyTo: '',
      mailapiApiKey: '',
      smtpHost: 'former.example',
      smtpPort: 587,
      smtpSecure: false,
      smtpUser: '',
      smtpPassword: 'secret',
    };
    const { to } = await enqueue({
      template: 'auth.secure_settings_changed',
      role: 'admin',
      variables: { settings: 'admin.email.smtp_host', changedBy: 'asha@example.com', formerConnection },
    });
    await drain();
    expect(hosts).toEqual(['former.example']);
    expect(sent[0]?.from.email).toBe('former@example.com');
    expect(JSON.stringify(sent[0])).not.toContain('secret');
    expect(await mailTo(to)).toMatchObject({ state: 'sent', variables: null });
  });

  test('the variables of other mails stay, unreadable at rest', async () => {
    const { to } = await enqueue({
      template: 'order.placed',
      variables: {
        customerName: 'Asha Rao',
        orderNumber: 'H7K2-9QXM',
        grandTotal: 284_900,
        paymentDue: 284_900,
        currency: 'INR',
      },
    });
    await drain();
    expect(sent[0]?.subject).toBe('We have your order H7K2-9QXM');
    expect(sent[0]?.text).toContain('₹2,849.00');
    const mail = await mailTo(to);
    expect(mail?.variables).toMatchObject({ orderNumber: 'H7K2-9QXM' });
    expect(mail?.variablesEncrypted).not.toContain('H7K2');
  });

  test('equal keys are one mail, and what is rolled back is none', async () => {
    const dedupeKey = newId();
    const first = await enqueue({ dedupeKey });
    expect((await enqueue({ dedupeKey, to: first.to })).id).toBeNull();
    const { container, ctx } = kernel;
    const mail = {
      template: 'auth.welcome',
      role: 'customer',
      to: first.to,
      variables: {},
      dedupeKey: newId(),
    } as const;
    const rolledBack = container.unitOfWork.run(ctx, async (tx) => {
      await container.mail.enqueue(tx, ctx, mail);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await drain();
    expect(sent).toHaveLength(1);
  });

  test('a template that does not exist is refused at once', async () => {
    await expect(enqueue({ template: 'order.plased' })).rejects.toThrow('no mail template order.plased');
  });

  test('the event carries no address and no link', async () => {
    const { id, to } = await enqueue();
    const event = await kernel.container.knex('outbox_events').where('entityId', id).first();
    const text = JSON.stringify(event);
    expect(text).not.toContain('verysecret');
    expect(text).not.toContain(to);
  });
});

describe('what the provider returns', () => {
  test('refused: the mail has failed, with the reason, and is not tried again', async () => {
    response = () => Promise.reject(new MailRefusedError('550 no such user'));
    const { to } = await enqueue();
    expect(await drain()).toEqual({ taken: 1, failed: 0 });
    await makeDue();
    await drain();
    expect(sent).toHaveLength(1);
    expect(await mailTo(to)).toMatchObject({
      state: 'failed',
      lastError: '550 no such user',
      variables: null,
    });
  });

  test('unclear: it may have gone out, so it is not sent again', async () => {
    response = () => Promise.reject(new MailUnclearError('no response came'));
    const { to } = await enqueue();
    await drain();
    await makeDue();
    await drain();
    expect(sent).toHaveLength(1);
    expect(await mailTo(to)).toMatchObject({ state: 'unclear', lastError: 'no response came' });
  });

  test('unavailable: it waits, and goes out when the provider is back', async () => {
    response = () => Promise.reject(new MailUnavailableError('connection refused'));
    const { to } = await enqueue();
    expect(await drain()).toEqual({ taken: 1, failed: 1 });
    expect(await mailTo(to)).toMatchObject({ state: 'queued', attempts: 1, lastError: 'connection refused' });
    expect(await drain()).toEqual({ taken: 0, failed: 0 });
    response = () => Promise.resolve({ messageId: 'provider-1' });
    await makeDue();
    expect(await drain()).toEqual({ taken: 1, failed: 0 });
    expect(await mailTo(to)).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
  });

  test('one bad mail holds up no other', async () => {
    const bad = await enqueue();
    response = (mail) =>
      mail.to.email === bad.to
        ? Promise.reject(new MailUnavailableError('later'))
        : Promise.resolve({ messageId: 'ok' });
    const good = await Promise.all(Array.from({ length: 12 }, () => enqueue()));
    expect(await drain()).toEqual({ taken: 13, failed: 1 });
    for (const { to } of good) expect((await mailTo(to))?.state).toBe('sent');
  });
});

describe('when a process dies', () => {
  test('a mail found in the middle of being sent is left to a person', async () => {
    const { id, to } = await enqueue();
    await kernel.container.knex('mail_messages').where('id', id).update({ state: 'sending' });
    await drain();
    expect(sent).toHaveLength(0);
    expect(await mailTo(to)).toMatchObject({ state: 'unclear', variables: null });
  });

  test('a delivery that comes again after the mail went out sends nothing', async () => {
    const { to } = await enqueue();
    await drain();
    await kernel.container.knex('outbox_deliveries').update({ state: 'due' });
    await drain();
    expect(sent).toHaveLength(1);
    expect((await mailTo(to))?.state).toBe('sent');
  });

  test('two rounds at the same time send each mail once', async () => {
    const mails = await Promise.all(Array.from({ length: 20 }, () => enqueue()));
    await Promise.all([drain(), drain()]);
    expect(sent).toHaveLength(20);
    expect(new Set(sent.map((mail) => mail.messageId)).size).toBe(20);
    for (const { to } of mails) expect((await mailTo(to))?.state).toBe('sent');
  });

  test('a response that comes late still counts', async () => {
    const { id, to } = await enqueue();
    const messages = createMailRepository();
    const { unitOfWork } = kernel.container;
    const claims = await unitOfWork.run(kernel.ctx, (tx) => messages.claimAll(tx, [String(id)]));
    const claimed = claims.get(String(id));
    if (!claimed || !('mail' in claimed)) throw new Error('not claimed');
    await drain();
    await unitOfWork.run(kernel.ctx, (tx) =>
      messages.finishAll(tx, [{ ...claimed.mail, state: 'sent', providerMessageId: 'late' }]),
    );
    expect(await mailTo(to)).toMatchObject({ state: 'sent', providerMessageId: 'late' });
  });
});

test('a link to sign in leaves with the next batch, however many mails wait before it', async () => {
  const { container, ctx } = kernel;
  const waiting = Array.from({ length: 1_200 }, () => ({
    template: 'order.placed',
    role: 'customer' as const,
    to: `buyer-${newId()}@example.com`,
    variables: { orderNumber: 'X' },
    dedupeKey: newId(),
  }));
  await container.unitOfWork.run(ctx, (tx) => container.mail.enqueueAll(tx, ctx, waiting));
  const link = await enqueue();
  expect(await drain()).toEqual({ taken: 500, failed: 0 });
  expect(sent.slice(0, 5).map((mail) => mail.to.email)).toContain(link.to);
  // One that comes during a batch leaves with the next one.
  let late: { to: string } | undefined;
  response = async (mail) => {
    late ??= await enqueue();
    return { messageId: `provider-${mail.messageId}` };
  };
  await drain();
  const before = sent.length;
  await drain();
  expect(sent.slice(before, before + 5).map((mail) => mail.to.email)).toContain(late?.to);
});

test('links that somebody waits for go out before the rest', async () => {
  const order = { template: 'order.placed', variables: { orderNumber: 'X' } } as const;
  for (let index = 0; index < 12; index += 1) await enqueue({ ...order });
  const link = await enqueue();
  await drain();
  expect(sent.slice(0, 5).map((mail) => mail.to.email)).toContain(link.to);
});

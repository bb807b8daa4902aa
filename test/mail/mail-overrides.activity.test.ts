import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createContainer, type Container } from '#runtime/container.js';
import { createMailDrainHandler } from '#activities/mail/mail-drain.js';
import { createEventsActivities } from '#activities/events/events.activities.js';
import { createDueDrains } from '#events/due-drains.js';
import { mailSubscriptions } from '#events/mail.subscriptions.js';
import type { OutgoingMail } from '#integrations/mail/mailer.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

/** Changes come in by one process, mails leave by another. */
let platform: TestPlatform;
let worker: Container;
let superAdmin: HttpClient;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  worker = await createContainer(platform.container.config, { name: 'other' });
  await worker.start();
  superAdmin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(async () => {
  await worker.stop();
  await platform.stop();
});
beforeEach(() => void sent.splice(0));

async function sendOne(template: string, variables: object = {}, locale?: string) {
  const to = `buyer-${newId()}@example.com`;
  const ctx = systemContext({ name: 'test' }, new Date());
  const role = 'customer' as const;
  const mail = { template, role, to, locale, variables: { ...variables }, dedupeKey: newId() };
  await worker.unitOfWork.run(ctx, (tx) => worker.mail.enqueue(tx, ctx, mail));
  const send = (item: OutgoingMail) => {
    sent.push(item);
    return Promise.resolve({ messageId: item.messageId });
  };
  const mailers = { mailerFor: () => ({ send }), close: () => undefined };
  const { drainBatch } = createEventsActivities({
    lingerMs: 0,
    ...worker,
    dueDrains: createDueDrains({ ...worker, subscriptions: mailSubscriptions }),
    handlers: { mail: createMailDrainHandler({ ...worker, messages: createMailRepository(), mailers }) },
  });
  await new MockActivityEnvironment().run(drainBatch, { subscription: 'mail' });
  return (await mailsTo(worker, to))[0];
}

const order = {
  customerName: 'Asha',
  orderNumber: 'H7K2-9QXM',
  grandTotal: 100,
  paymentDue: 100,
  currency: 'INR',
};

test('override-reaches-other-process: the next mail has the new words', async () => {
  await sendOne('order.placed', order);
  expect(sent[0]?.subject).toBe('We have your order H7K2-9QXM');
  await superAdmin.put('/admin/email/templates/order.placed/customer', { subject: 'Got {{order_number}}' });
  await sendOne('order.placed', order);
  expect(sent[1]?.subject).toBe('Got H7K2-9QXM');
  await superAdmin.delete('/admin/email/templates/order.placed/customer');
  await sendOne('order.placed', order);
  expect(sent[2]?.subject).toBe('We have your order H7K2-9QXM');
});

test('each reader gets the words of their language, those of operators before those of the platform', async () => {
  const at = '/admin/email/templates/order.placed/customer';
  const subjectIn = async (locale?: string) => {
    sent.splice(0);
    await sendOne('order.placed', order, locale);
    const { subject = '', html = '', text = '' } = sent[0] ?? {};
    return { subject, lang: /<html[^>]* lang="([^"]*)"/.exec(html)?.[1], text };
  };
  const english = { subject: 'We have your order H7K2-9QXM', lang: 'en' };
  const hindi = { subject: 'आपका ऑर्डर H7K2-9QXM हमें मिल गया है', lang: 'hi' };
  expect(await subjectIn()).toMatchObject(english);
  expect(await subjectIn('hi')).toMatchObject(hindi);
  expect(await subjectIn('hi-IN')).toMatchObject(hindi);
  expect(await subjectIn('ta')).toMatchObject(english);
  expect((await subjectIn('hi')).text).toContain('₹1.00 का पेमेंट');

  await superAdmin.put(`${at}?locale=hi`, { subject: 'मिल गया: {{order_number}}' });
  await superAdmin.put(`${at}?locale=ta`, { subject: 'Tamil {{order_number}}', body: '<p>Tamil body</p>' });
  expect(await subjectIn()).toMatchObject(english);
  expect(await subjectIn('hi')).toMatchObject({ subject: 'मिल गया: H7K2-9QXM', lang: 'hi' });
  expect(await subjectIn('ta-IN')).toMatchObject({ subject: 'Tamil H7K2-9QXM', lang: 'ta' });

  await superAdmin.put(`${at}?locale=ta`, { enabled: false });
  expect(await sendOne('order.placed', order, 'hi')).toMatchObject({ state: 'suppressed' });
  await superAdmin.delete(`${at}?locale=ta`);
  expect(await sendOne('order.placed', order)).toMatchObject({ state: 'suppressed' });
  await superAdmin.put(at, { enabled: true });
  await superAdmin.delete(`${at}?locale=hi`);
  expect(await subjectIn('hi')).toMatchObject(hindi);
  expect(await worker.knex('mail_template_overrides').where({ eventType: 'order.placed' })).toEqual([]);
});

test('disabled-is-suppressed: a mail that is switched off when its turn comes is not sent', async () => {
  await superAdmin.put('/admin/email/templates/order.placed/customer', { enabled: false });
  expect(await sendOne('order.placed', order)).toMatchObject({ state: 'suppressed', attempts: 0 });
  expect(sent).toEqual([]);
  await superAdmin.put('/admin/email/templates/order.placed/customer', { enabled: true });
  expect(await sendOne('order.placed', order)).toMatchObject({ state: 'sent' });
});

test('auth-always-sends: mails of accounts go out whatever the row says', async () => {
  const row = { eventType: 'auth.magic_link', role: 'customer', locale: 'en', enabled: false, subject: 'In' };
  await worker.knex('mail_template_overrides').insert(row);
  expect(await sendOne('auth.magic_link', { url: 'https://a.example' })).toMatchObject({ state: 'sent' });
  expect(sent[0]?.subject).toBe('In');
});

test('template-injection: a name that is markup, a template tag or a header line is shown as letters', async () => {
  await superAdmin.put('/admin/email/templates/order.placed/customer', {
    subject: 'For {{customer_name}}',
    heading: 'Hello {{customer_name}}',
    body: '<p>Dear {{customer_name}}</p>',
  });
  const name = '<img src=x onerror=alert(1)>\r\nBcc: all@example.com {{support_email}}{% raw %}';
  await sendOne('order.placed', { ...order, customerName: name });
  const [mail] = sent;
  expect(mail?.subject).toBe(
    'For <img src=x onerror=alert(1)> Bcc: all@example.com {{support_email}}{% raw %}',
  );
  expect(mail?.html).not.toMatch(/<img src=x/);
  expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(mail?.text).toContain('{{support_email}}{% raw %}');
});

test('words that fail with real values give way to the default', async () => {
  const row = {
    eventType: 'order.placed',
    role: 'customer',
    locale: 'en',
    body: '{{ customer_name | replace: "", "xxxxxxxxxx" }}'.repeat(900),
  };
  await worker
    .knex('mail_template_overrides')
    .insert(row)
    .onConflict(['eventType', 'role', 'locale'])
    .merge();
  await sendOne('order.placed', { ...order, customerName: 'x'.repeat(20_000) });
  expect(sent[0]?.html).toContain('has reached us');
});

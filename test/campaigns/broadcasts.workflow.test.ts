import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { broadcastCounters } from '#domain/campaigns/broadcast.js';
import { newId } from '#lib/ids.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { createSession, createUser } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Broadcast {
  id: string;
  status: string;
  reason: string | null;
  recipientCount: number;
  counters: Record<string, number>;
}

let platform: TestPlatform;
let sandbox: MailSandbox;
let admin: HttpClient;
const blocks = [{ type: 'text', text: 'Dear {{customer_name}}' }];

beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  platform = await startPlatform({
    workers: ['core', 'mail', 'relay'],
    environment: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(sandbox.smtpPort),
      MAIL_API_BASE_URL: sandbox.url,
      PUBLIC_API_BASE_URL: 'https://api.example.com',
    },
  });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});
beforeEach(async () => {
  sandbox.clear();
  sandbox.resetControls();
  await set({ 'email.provider': 'smtp', 'email.campaign_rate_per_second': 1000 });
});

async function set(settings: object): Promise<void> {
  expect((await admin.patch('/admin/settings/admin', settings)).status).toBe(200);
  // The notices of it are mails as well: faults of a test are not for them.
  const open = () => platform.container.knex('mail_messages').whereIn('state', ['queued', 'sending']);
  await eventually(async () => expect(await open()).toEqual([]));
}
const viaApi = () => set({ 'email.provider': 'mailapi', 'email.mailapi_api_key': 'SG.key' });

async function people(count: number, options: object = {}) {
  return Promise.all(Array.from({ length: count }, () => createUser(platform.container, options)));
}
async function send(fields: object): Promise<string> {
  const body = { subject: 'For {{customer_name}}', previewText: 'Half price', blocks, ...fields };
  const { status, body: response } = await admin.post<{ broadcastId: string }>('/admin/campaigns/send', body);
  expect([status, response.errors]).toEqual([202, undefined]);
  return response.data.broadcastId;
}
const toUsers = (users: { userId: string }[]) => ({
  audience: { type: 'user_ids', userIds: users.map(({ userId }) => userId) },
});
const read = async (id: string) =>
  (await admin.get<Broadcast>(`/admin/campaigns/broadcasts/${id}`)).body.data;

/** Waits for a status; at every look the counters are the sums of the rows. */
async function reaches(id: string, status: string): Promise<Broadcast> {
  return eventually(async () => {
    const broadcast = await read(id);
    expect(broadcast.status).toBe(status);
    return broadcast;
  });
}
async function expectCountersAddUp(id: string): Promise<void> {
  const { knex } = platform.container;
  const sums = broadcastCounters.map((name) => {
    const condition =
      name === 'unsubscribed'
        ? 'unsubscribed_at is not null'
        : ['delivered', 'bounced', 'complained'].includes(name)
          ? `delivery_status = '${name}'`
          : `state = '${name}'`;
    return `count(r.id) filter (where r.${condition})::int = b.${name} as ${name}`;
  });
  const { rows } = await knex.raw<{ rows: Record<string, boolean>[] }>(
    `select ${sums.join(', ')} from campaigns_broadcasts b left join campaigns_recipients r on r.broadcast_id = b.id
     where b.id = ? group by b.id`,
    [id],
  );
  expect(rows[0]).toEqual(Object.fromEntries(broadcastCounters.map((name) => [name, true])));
}

describe('a broadcast to named users', () => {
  it.each([
    ['SMTP', () => Promise.resolve()],
    ['the API', viaApi],
  ])('by %s reaches each once, with their own link and nobody else’s address', async (_name, connection) => {
    await connection();
    const users = await people(4, { name: 'Asha <b>Rão</b>' });
    const id = await send(toUsers(users));
    const done = await reaches(id, 'sent');
    expect(done).toMatchObject({ recipientCount: 4, counters: { sent: 4, queued: 0, failed: 0 } });
    await expectCountersAddUp(id);
    const links = new Set<string>();
    for (const { email } of users) {
      const [mail, ...more] = sandbox.messages(email);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('For Asha <b>Rão</b>');
      expect(mail?.html).toContain('Dear Asha &#60;b&#62;Rão&#60;/b&#62;');
      expect(mail?.text).toContain('Dear Asha <b>Rão</b>');
      const header = (name: string) => mail?.headers.find((item) => item.name === name)?.value ?? '';
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(header('list-id')).toMatch(/^Haat <campaigns\.[\w.-]+>$/);
      expect(header('feedback-id')).toMatch(new RegExp(`^${id}:campaign:mail:\\w+$`));
      expect(header('auto-submitted')).toBe('auto-generated');
      const link =
        /^<(https:\/\/api\.example\.com\/store\/unsubscribe\/[\w.-]+)>$/.exec(
          header('list-unsubscribe'),
        )?.[1] ?? '';
      expect(mail?.html).toContain(link);
      links.add(link);
      for (const other of users.filter((item) => item.email !== email))
        expect(JSON.stringify(mail)).not.toContain(other.email);
    }
    expect(links.size).toBe(4);
  });

  it('spares suppressed and unverified addresses, and says why', async () => {
    const [kept, gone] = await people(2);
    const [unverified] = await people(1, { emailVerified: false });
    await admin.post('/admin/email/suppressions', { address: gone?.email });
    const id = await send(toUsers([kept, gone, unverified].flatMap((item) => item ?? [])));
    expect(await reaches(id, 'sent')).toMatchObject({ counters: { sent: 1, suppressed: 2 } });
    const { body } = await admin.get<{ address: string; reason: string | null }[]>(
      `/admin/campaigns/broadcasts/${id}/recipients?state=suppressed`,
    );
    expect(body.data.map(({ address, reason }) => [address, reason]).sort()).toEqual(
      [
        [gone?.email, 'manual'],
        [unverified?.email, 'unverified'],
      ].sort(),
    );
    expect(sandbox.messages(gone?.email)).toEqual([]);
  });

  it.each([
    ['SMTP', () => Promise.resolve()],
    ['the API', viaApi],
  ])('by %s: one who is refused fails alone', async (_name, connection) => {
    await connection();
    const users = await people(3);
    sandbox.control({ refuseRecipients: [users[1]?.email ?? ''] });
    const id = await send(toUsers(users));
    expect(await reaches(id, 'sent')).toMatchObject({ counters: { sent: 2, failed: 1 } });
  });

  it('a response that is lost leaves its recipients unclear, and nobody is written to twice', async () => {
    await viaApi();
    const users = await people(3);
    sandbox.control({ loseNext: 1 });
    const id = await send(toUsers(users));
    expect(await reaches(id, 'sent')).toMatchObject({ counters: { unclear: 3, sent: 0 } });
    for (const { email } of users) expect(sandbox.messages(email)).toHaveLength(1);
  });

  it('a sender that is not allowed pauses it with the reason; then it goes on', async () => {
    await viaApi();
    sandbox.control({ apiStatus: 403 });
    const id = await send(toUsers(await people(2)));
    const paused = await reaches(id, 'paused');
    expect(paused.reason).toContain('does not match a verified Sender Identity');
    expect(paused.counters).toMatchObject({ queued: 2, failed: 0 });
    sandbox.resetControls();
    expect((await admin.post(`/admin/campaigns/broadcasts/${id}/resume`)).status).toBe(200);
    expect(await reaches(id, 'sent')).toMatchObject({ reason: null, counters: { sent: 2 } });
  });

  it('waits as long as a busy provider asks', async () => {
    await viaApi();
    sandbox.control({ apiStatus: 429 });
    const id = await send(toUsers(await people(2)));
    await eventually(async () => expect((await read(id)).status).toBe('sending'));
    sandbox.resetControls();
    expect(await reaches(id, 'sent')).toMatchObject({ counters: { sent: 2 } });
  });
});

describe('send-validates', () => {
  const user = '0199c0de-7e5c-7000-8000-0000000000ff';
  const all = { type: 'all_customers' };
  it.each([
    ['neither template nor blocks', { blocks: undefined, audience: all }, 'body.templateId'],
    ['both', { templateId: user, audience: all }, 'body.templateId'],
    ['no subject', { subject: undefined, audience: all }, 'body.subject'],
    ['an unknown template', { blocks: undefined, templateId: user, audience: all }, 'body.templateId'],
    ['an unknown audience', { audience: { type: 'everybody' } }, 'body.audience.type'],
    ['no users', { audience: { type: 'user_ids', userIds: [] } }, 'body.audience.userIds'],
    [
      'the same user alone',
      { audience: { type: 'user_ids', userIds: [user, user] } },
      'body.audience.userIds',
    ],
    ['an unknown user', { audience: { type: 'user_ids', userIds: [user] } }, 'body.audience.userIds'],
    ['the past', { audience: all, scheduleFor: '2020-01-01T00:00:00Z' }, 'body.scheduleFor'],
    ['more than a year', { audience: all, scheduleFor: '2030-01-01T00:00:00Z' }, 'body.scheduleFor'],
  ])('%s is 400', async (_what, fields, path) => {
    const { status, body } = await admin.post('/admin/campaigns/send', { subject: 'x', blocks, ...fields });
    expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
    if (path.endsWith('userIds') && fields.audience.type === 'user_ids' && _what === 'an unknown user')
      expect(body.errors?.[0]?.message).toContain(user);
  });
});

it('send-idempotent: 20 equal posts are one broadcast', async () => {
  const users = await people(2);
  const client = admin.with({ 'idempotency-key': newId() });
  const body = { subject: 'x', blocks, ...toUsers(users) };
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => client.post<{ broadcastId: string }>('/admin/campaigns/send', body)),
  );
  const ids = new Set(responses.map((response) => response.body.data.broadcastId));
  expect(ids.size).toBe(1);
  await reaches([...ids][0] ?? '', 'sent');
  for (const { email } of users) expect(sandbox.messages(email)).toHaveLength(1);
});

it('all customers: neither operators nor guests nor closed accounts; snapshot-at-start of the template', async () => {
  const { knex } = platform.container;
  const [customer, banned] = await people(2);
  const [guest] = await people(1, { anonymous: true });
  const operator = await createSession(platform.container, { roles: ['admin'] });
  await knex('accounts_users').where({ id: banned?.userId }).update({ bannedAt: new Date() });
  const template = await admin.post<{ id: string }>('/admin/campaigns/templates', {
    name: newId(),
    subject: 'Before',
    blocks,
  });
  const { id: templateId } = template.body.data;
  const scheduleFor = new Date(Date.now() + 3_000).toISOString();
  const audience = { type: 'all_customers' };
  const size = await admin.post<{ recipients: number }>('/admin/campaigns/audience', { audience });
  const id = await send({ blocks: undefined, subject: undefined, templateId, audience, scheduleFor });
  expect((await read(id)).status).toBe('scheduled');
  await admin.put(`/admin/campaigns/templates/${templateId}`, { subject: 'After' });
  const done = await reaches(id, 'sent');
  expect(done.recipientCount).toBe(size.body.data.recipients);
  expect(sandbox.messages(customer?.email).map(({ subject }) => subject)).toEqual(['After']);
  for (const email of [banned?.email, guest?.email, operator.email])
    expect(sandbox.messages(email)).toEqual([]);
  await admin.put(`/admin/campaigns/templates/${templateId}`, { subject: 'Later' });
  expect(await read(id)).toMatchObject({ subject: 'After' });
});

describe('pause-resume', () => {
  it('holds from the next batch on, and nobody is written to twice', async () => {
    await set({ 'email.campaign_rate_per_second': 2 });
    const users = await people(14);
    const id = await send(toUsers(users));
    await eventually(async () => expect((await read(id)).counters['sent']).toBeGreaterThan(0));
    const paused = await admin.post<Broadcast>(`/admin/campaigns/broadcasts/${id}/pause`);
    expect([paused.status, paused.body.data.status]).toEqual([200, 'paused']);
    const { sent = 0 } = (await read(id)).counters;
    await expectCountersAddUp(id);
    expect(sent).toBeLessThan(14);
    await set({ 'email.campaign_rate_per_second': 1000 });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await read(id)).counters['sent']).toBe(sent);
    // A recipient who unsubscribes meanwhile is skipped.
    const left = users.find(({ email }) => sandbox.messages(email).length === 0);
    await admin.post('/admin/email/suppressions', { address: left?.email });
    await admin.post(`/admin/campaigns/broadcasts/${id}/resume`);
    expect(await reaches(id, 'sent')).toMatchObject({ counters: { sent: 13, suppressed: 1 } });
    await expectCountersAddUp(id);
    for (const { email } of users)
      expect(sandbox.messages(email)).toHaveLength(email === left?.email ? 0 : 1);
    const over = await admin.post(`/admin/campaigns/broadcasts/${id}/pause`);
    expect([over.status, over.body.reason]).toEqual([409, 'campaigns.not_pausable']);
  });
});

describe('resend', () => {
  it('writes again to failed recipients, once a round, and spares suppressed addresses and closed accounts', async () => {
    const users = await people(6);
    const [failing, suppressed, closed] = users.slice(3);
    sandbox.control({
      recipientReplies: Object.fromEntries(users.slice(3).map(({ email }) => [email, '550 5.7.1 Not now'])),
    });
    const id = await send(toUsers(users));
    expect(await reaches(id, 'sent')).toMatchObject({ counters: { sent: 3, failed: 3 } });
    sandbox.resetControls();
    await admin.post('/admin/email/suppressions', { address: suppressed?.email });
    await platform.container
      .knex('accounts_users')
      .where({ id: closed?.userId })
      .update({ bannedAt: new Date() });
    const client = admin.with({ 'idempotency-key': newId() });
    const path = `/admin/campaigns/broadcasts/${id}/resend`;
    const responses = await Promise.all(Array.from({ length: 8 }, () => client.post(path, { failed: true })));
    for (const { status, body } of responses)
      expect([status, body.data]).toEqual([
        202,
        { broadcastId: id, status: 'sending', round: 2, queued: 1, skipped: 2 },
      ]);
    expect(await reaches(id, 'sent')).toMatchObject({ counters: { sent: 4, failed: 2, queued: 0 } });
    await expectCountersAddUp(id);
    for (const { email } of users)
      expect(sandbox.messages(email)).toHaveLength(
        [suppressed?.email, closed?.email].includes(email) ? 0 : 1,
      );
    expect(sandbox.messages(failing?.email)).toHaveLength(1);
    const none = await admin.post(path, { unclear: true });
    expect(none.body.data).toMatchObject({ status: 'sent', round: 2, queued: 0 });
    expect((await admin.post(path, {})).status).toBe(400);
  });

  it('is 409 for one that is scheduled or cancelled, whose recipients are all spared', async () => {
    await set({ 'email.campaign_rate_per_second': 1 });
    const id = await send(toUsers(await people(4)));
    const path = `/admin/campaigns/broadcasts/${id}`;
    await eventually(async () => expect((await read(id)).counters['sent']).toBeGreaterThan(0));
    expect((await admin.post(`${path}/resend`, { failed: true })).body.reason).toBe(
      'campaigns.not_resendable',
    );
    await admin.post(`${path}/cancel`);
    await eventually(async () => expect((await read(id)).counters).toMatchObject({ queued: 0, sending: 0 }));
    const { counters } = await read(id);
    expect((counters['sent'] ?? 0) + (counters['suppressed'] ?? 0)).toBe(4);
    expect((await admin.post(`${path}/resend`, { failed: true })).status).toBe(409);
    await expectCountersAddUp(id);
  });
});

describe('cancel-before-start', () => {
  it('a scheduled broadcast that is cancelled is never sent', async () => {
    const users = await people(1);
    const id = await send({ ...toUsers(users), scheduleFor: new Date(Date.now() + 60_000).toISOString() });
    const cancelled = await admin.post<Broadcast>(`/admin/campaigns/broadcasts/${id}/cancel`);
    expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'cancelled']);
    expect((await admin.post(`/admin/campaigns/broadcasts/${id}/cancel`)).status).toBe(200);
    expect((await admin.post(`/admin/campaigns/broadcasts/${id}/resume`)).status).toBe(409);
    await eventually(async () => {
      const { status } = await platform.container.gateway.client.workflow
        .getHandle(`campaigns-broadcast-${id}`)
        .describe();
      expect(status.name).toBe('COMPLETED');
    });
    expect(sandbox.messages(users[0]?.email)).toEqual([]);
  });
});

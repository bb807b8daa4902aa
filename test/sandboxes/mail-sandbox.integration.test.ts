import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';

let sandbox: MailSandbox;
beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0, keep: 5 });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.clear();
  sandbox.resetControls();
});

async function send(patch: Record<string, unknown> = {}) {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
  await transport.sendMail({
    from: 'a@example.com',
    to: 'b@example.com',
    subject: 'Hi',
    text: 'x',
    ...patch,
  });
  transport.close();
}
const get = (path: string) => fetch(`${sandbox.url}${path}`);
const json = async <T>(path: string): Promise<T> => (await get(path)).json() as Promise<T>;

interface List {
  total: number;
  messages: { id: string; subject: string }[];
}

describe('the inbox', () => {
  it('serves its page and its files', async () => {
    const page = await get('/');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('<title>Inbox</title>');
    expect((await get('/inbox.js')).headers.get('content-type')).toContain('javascript');
    expect((await get('/inbox.css')).status).toBe(200);
  });

  it('lists the newest first, finds words and addresses, and empties itself', async () => {
    await send({ subject: 'First', text: 'about mangoes' });
    await send({ subject: 'Second', to: 'c@example.com' });
    const subjects = async (query = '') =>
      (await json<List>(`/api/messages${query}`)).messages.map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Second', 'First']);
    expect(await subjects('?q=MANGO')).toEqual(['First']);
    expect(await subjects('?q=c@example.com')).toEqual(['Second']);

    const cleared = await fetch(`${sandbox.url}/api/messages`, { method: 'DELETE' });
    expect(cleared.status).toBe(204);
    expect(await json<List>('/api/messages')).toEqual({ total: 0, messages: [] });
  });

  it('keeps the newest only', async () => {
    for (let index = 1; index <= 7; index += 1) await send({ subject: `No ${index}` });
    expect(sandbox.messages().map(({ subject }) => subject)).toEqual([
      'No 7',
      'No 6',
      'No 5',
      'No 4',
      'No 3',
    ]);
  });

  it('shows a message with blind copies, pictures and attachments', async () => {
    await send({
      bcc: 'hidden@example.com',
      html: '<html><head><title>x</title></head><body><img src="cid:logo"><script>alert(1)</script></body></html>',
      attachments: [
        { filename: 'logo.png', content: Buffer.from('picture'), cid: 'logo', contentType: 'image/png' },
        { filename: 'bill.txt', content: 'ten rupees' },
      ],
    });
    const [message] = sandbox.messages('hidden@example.com');
    expect(message?.recipients).toEqual(['b@example.com', 'hidden@example.com']);
    expect(message?.attachments.map(({ filename, size }) => [filename, size])).toEqual([
      ['logo.png', 7],
      ['bill.txt', 10],
    ]);

    const base = `/api/messages/${message?.id}`;
    expect(await json(base)).toMatchObject({ subject: 'Hi', to: [{ address: 'b@example.com' }] });
    const html = await get(`${base}/html`);
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
    expect(await html.text()).toMatch(
      /<head><base target="_blank">.*src="\/api\/messages\/.*\/attachments\/0"/s,
    );
    expect(await (await get(`${base}/attachments/1`)).text()).toBe('ten rupees');
    const raw = await get(`${base}/raw`);
    expect(raw.headers.get('content-disposition')).toContain('.eml');
    expect(await raw.text()).toMatch(/^From: a@example\.com\r\n/);
  });

  it('responds with 404 for what it does not have', async () => {
    await send();
    const [message] = sandbox.messages();
    for (const path of ['x', 'x/html', 'x/raw', `${message?.id}/attachments/0`]) {
      expect((await get(`/api/messages/${path}`)).status).toBe(404);
    }
  });

  it('can be waited for', async () => {
    const waiting = sandbox.waitFor(({ subject }) => subject === 'Awaited');
    await send({ subject: 'Other' });
    await send({ subject: 'Awaited' });
    expect((await waiting).subject).toBe('Awaited');
    await expect(sandbox.waitFor(({ subject }) => subject === 'Never', 30)).rejects.toThrow(
      'No such message',
    );
  });
});

describe('the mail API', () => {
  const call = (body: unknown, key = 'SG.any-key') =>
    fetch(`${sandbox.url}/v3/mail/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const mail = {
    personalizations: [
      { to: [{ email: 'a@example.com' }] },
      { to: [{ email: 'b@example.com' }], subject: 'Own' },
    ],
    from: { email: 'no-reply@example.com', name: 'Haat' },
    subject: 'Shared',
    content: [{ type: 'text/plain', value: 'x' }],
  };

  it('takes a mail with an empty 202 and makes one message for each personalization', async () => {
    const response = await call(mail);
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(response.headers.get('x-message-id')).toMatch(/.{10,}/);
    expect(sandbox.messages('a@example.com')[0]).toMatchObject({ via: 'api', subject: 'Shared' });
    expect(sandbox.messages('b@example.com')[0]).toMatchObject({ via: 'api', subject: 'Own' });
  });

  it.each([
    ['personalizations', { ...mail, personalizations: undefined }],
    ['personalizations.0.to.0.email', { ...mail, personalizations: [{ to: [{ email: 'nobody' }] }] }],
    ['from', { ...mail, from: undefined }],
    ['content', { ...mail, content: undefined }],
    ['subject', { ...mail, personalizations: mail.personalizations.slice(0, 1), subject: undefined }],
  ])('refuses a bad %s and names it', async (field, body) => {
    const response = await call(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field }] });
    expect(sandbox.messages()).toEqual([]);
  });

  it('only checks in its own sandbox mode, and wants a key', async () => {
    expect((await call({ ...mail, mail_settings: { sandbox_mode: { enable: true } } })).status).toBe(200);
    expect((await call(mail, 'wrong')).status).toBe(401);
    expect(sandbox.messages()).toEqual([]);
  });
});

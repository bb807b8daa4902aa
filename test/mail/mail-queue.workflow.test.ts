import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startMailInbox } from './mail-inbox.js';

let platform: TestPlatform;
let inbox: Awaited<ReturnType<typeof startMailInbox>>;

beforeAll(async () => {
  inbox = await startMailInbox();
  platform = await startPlatform({
    workers: ['core', 'mail', 'relay'],
    environment: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(inbox.port) },
  });
});
afterAll(async () => {
  await platform.stop();
  await inbox.close();
});

test('a sign-up reaches the mailbox through the queue, and its link confirms the address', async () => {
  const email = `buyer-${newId()}@example.com`;
  const { status } = await platform.http.post('/auth/sign-up/email', {
    email,
    password: 'a long enough password',
    name: 'Asha Rao',
  });
  expect(status).toBe(200);
  const [mail] = await eventually(async () => {
    const arrived = inbox.to(email);
    expect(arrived).toHaveLength(1);
    return arrived;
  });
  expect(mail?.subject).toBe('Confirm your e-mail address');
  expect(mail?.from).toMatchObject({ address: 'no-reply@example.com', name: 'Haat' });
  const link = /href="([^"]*verify-email[^"]*)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { pathname, search } = new URL(link);
  const opened = await platform.http.raw('GET', `${pathname}${search}`, { redirect: 'manual' });
  expect(opened.headers.get('set-auth-token')).not.toBeNull();

  await eventually(async () => {
    expect(inbox.to(email).map((item) => item.subject)).toContain('Welcome to Haat');
    const rows = await mailsTo(platform.container, email);
    expect(rows.map(({ state, variables }) => ({ state, variables }))).toEqual([
      { state: 'sent', variables: null },
      { state: 'sent', variables: null },
    ]);
  });
});

test('what the engine keeps of it holds neither address nor link', async () => {
  const email = `buyer-${newId()}@example.com`;
  await platform.http.post('/auth/sign-in/magic-link', { email });
  await eventually(async () => expect(inbox.to(email)).toHaveLength(1));
  const token = /token=(\w+)/.exec(inbox.to(email)[0]?.text ?? '')?.[1] ?? 'no token';
  const { client } = platform.container.gateway;
  const history = await client.workflow.getHandle('drain-mail').fetchHistory();
  const seen = JSON.stringify(history, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value,
  );
  expect(seen).toContain('mail');
  expect(seen).not.toContain(email);
  expect(seen).not.toContain(token);
});

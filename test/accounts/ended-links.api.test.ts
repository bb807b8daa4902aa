import { afterAll, beforeAll, expect, it, describe } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession, createUser } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const PASSWORD = 'a long enough password';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** The path of the last link that was mailed to an address. */
async function lastLink(email: string, template: string): Promise<string> {
  const mails = (await mailsTo(platform.container, email)).filter((mail) => mail.template === template);
  const url = new URL(String(mails.at(-1)?.variables?.['url']));
  return `${url.pathname}${url.search}`;
}

const open = async (path: string) => {
  const response = await platform.http.raw('GET', path, { redirect: 'manual' });
  const location = response.headers.get('location') ?? '';
  return response.status === 302 && !location.includes('error=');
};

describe('links of mails end', () => {
  it('a second reset ends the first', async () => {
    const { email } = await createUser(platform.container);
    const links: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      await platform.http.post('/auth/request-password-reset', { email });
      links.push(await lastLink(email, 'auth.reset_password'));
    }
    const reset = (path: string) =>
      platform.http.post('/auth/reset-password', {
        token: new URL(path, 'http://x').pathname.split('/').at(-1),
        newPassword: PASSWORD,
      });
    expect((await reset(links[0] ?? '')).status).toBe(400);
    expect((await reset(links[1] ?? '')).status).toBe(200);
  });

  it.each([
    ['a reset of the password', 'reset'],
    ['a ban', 'ban'],
    ['a change of the address', 'email'],
  ])('with %s', async (_name, how) => {
    const { container, http } = platform;
    const session = await createSession(container);
    const { email, userId } = session;
    const own = http.as(session.token);
    await http.post('/auth/sign-in/magic-link', { email });
    const magic = await lastLink(email, 'auth.magic_link');
    await own.post('/auth/change-email', { newEmail: `new-${email}` });
    const change = await lastLink(email, 'auth.change_email');
    await own.post('/auth/delete-user', {});
    const deletion = await lastLink(email, 'auth.delete_account');
    // Signed links say their time in whole seconds.
    await sleep(1_050);
    if (how === 'reset') {
      await http.post('/auth/request-password-reset', { email });
      const token = (await lastLink(email, 'auth.reset_password')).split('?')[0]?.split('/').at(-1);
      expect((await http.post('/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
    } else {
      const change = how === 'ban' ? { bannedAt: new Date() } : { email: `other-${email}` };
      await container.knex('accounts_users').where({ id: userId }).update(change);
      await container.knex('accounts_users').where({ id: userId }).update({ bannedAt: null, email });
    }
    expect(await open(magic)).toBe(false);
    expect(await open(change)).toBe(false);
    const again = await createSession(container, { userId, email });
    const deleted = await http.as(again.token).raw('GET', deletion, { redirect: 'manual' });
    expect(deleted.status).toBe(404);
    expect(await container.knex('accounts_users').where({ id: userId })).toHaveLength(1);
    // What is issued afterwards counts.
    await http.post('/auth/sign-in/magic-link', { email });
    expect(await open(await lastLink(email, 'auth.magic_link'))).toBe(true);
  });

  it('with a changed password', async () => {
    const email = `changes-${Date.now()}@example.com`;
    await platform.http.post('/auth/sign-up/email', { email, password: PASSWORD, name: 'Asha Rao' });
    expect(await open(await lastLink(email, 'auth.verification'))).toBe(true);
    const { body } = await platform.http.post('/auth/sign-in/email', { email, password: PASSWORD });
    await platform.http.post('/auth/sign-in/magic-link', { email });
    const magic = await lastLink(email, 'auth.magic_link');
    const own = platform.http.as((body as unknown as { token: string }).token);
    const changed = await own.post('/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: `${PASSWORD}!`,
    });
    expect(changed.status).toBe(200);
    expect(await open(magic)).toBe(false);
  });
});

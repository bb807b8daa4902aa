import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sha256 } from '#lib/crypto.js';
import { createSession, joinVendor } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface Me {
  activeVendor: { id: string; role: string } | null;
  vendors: { id: string; role: string }[];
}

test('an owner invites somebody by mail, who accepts and works for the vendor', async () => {
  const vendor = await createVendor(platform.container, { displayName: 'Kaveri Textiles' });
  const invited = await createSession(platform.container);
  const invite = await platform.http.as(vendor.token).post('/auth/organization/invite-member', {
    email: invited.email,
    role: 'member',
    organizationId: vendor.organizationId,
  });
  expect(invite.status).toBe(200);
  const [mail] = await mailsTo(platform.container, invited.email);
  expect(mail).toMatchObject({ template: 'vendor.member_invited', role: 'vendor_member' });
  expect(mail?.variables).toMatchObject({ vendorName: 'Kaveri Textiles' });

  const stranger = await createSession(platform.container);
  const invitationId = String(mail?.variables?.['invitationId']);
  const accept = (token: string) =>
    platform.http.as(token).post('/auth/organization/accept-invitation', { invitationId });
  expect((await accept(stranger.token)).status).toBe(403);
  expect((await accept(invited.token)).status).toBe(200);

  const me = await platform.http.as(invited.token).get<Me>('/me');
  expect(me.body.data.vendors).toMatchObject([{ id: vendor.vendorId, role: 'member' }]);
  expect(me.body.data.activeVendor).toMatchObject({ id: vendor.vendorId });
});

test('members invite nobody, and nobody makes, renames or closes an organization', async () => {
  const vendor = await createVendor(platform.container);
  const member = await createSession(platform.container, { vendorId: vendor.vendorId });
  await platform.container
    .knex('accounts_members')
    .where({ userId: member.userId })
    .update({ role: 'member' });
  const http = platform.http.as(member.token);
  const invitation = { email: 'x@example.com', role: 'owner', organizationId: vendor.organizationId };
  expect((await http.post('/auth/organization/invite-member', invitation)).status).toBe(403);
  for (const action of ['create', 'update', 'delete']) {
    const body = {
      name: 'Mine',
      slug: 'mine',
      organizationId: vendor.organizationId,
      data: { name: 'Mine' },
    };
    const response = await platform.http.as(vendor.token).post(`/auth/organization/${action}`, body);
    expect(response.status).toBe(404);
  }
});

test('who works for one vendor alone need not choose it after signing in', async () => {
  const vendor = await createVendor(platform.container);
  await platform.http.post('/auth/sign-in/magic-link', { email: vendor.email });
  const mail = (await mailsTo(platform.container, vendor.email)).at(-1);
  const link = new URL(String(mail?.variables?.['url']));
  const opened = await platform.http.raw('GET', `${link.pathname}${link.search}`, { redirect: 'manual' });
  const token = opened.headers.get('set-auth-token') ?? '';
  const me = await platform.http.as(token).get<Me>('/me');
  expect(me.body.data.activeVendor).toMatchObject({ id: vendor.vendorId, role: 'owner' });
});

test('the only owner of a vendor cannot delete the account', async () => {
  const vendor = await createVendor(platform.container, { displayName: 'Kaveri Textiles' });
  const http = platform.http.as(vendor.token);
  expect((await http.post('/auth/delete-user', {})).status).toBe(200);
  const mail = (await mailsTo(platform.container, vendor.email)).at(-1);
  const link = new URL(String(mail?.variables?.['url']));
  const response = await http.raw('GET', `${link.pathname}${link.search}`, { redirect: 'manual' });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    code: 'SOLE_OWNER',
    message: expect.stringContaining('Kaveri'),
  });
  expect((await http.get('/me')).status).toBe(200);
});

test('a look at the organization of somebody else leaves the active vendor as it is', async () => {
  const [own, foreign] = await Promise.all([
    createVendor(platform.container),
    createVendor(platform.container),
  ]);
  const http = platform.http.as(own.token);
  const other = foreign.organizationId;
  const looked = await http.get(`/auth/organization/get-full-organization?organizationId=${other}`);
  expect(looked.status).toBe(403);
  expect((await http.post('/auth/organization/set-active', { organizationId: other })).status).toBe(403);
  const rows = await platform.container.knex('accounts_sessions').where({ tokenHash: sha256(own.token) });
  expect(rows).toMatchObject([{ activeOrganizationId: own.organizationId }]);
  expect((await http.get('/vendor/profile')).status).toBe(200);
  // Choosing none is still a choice.
  expect((await http.post('/auth/organization/set-active', { organizationId: null })).status).toBe(200);
  expect((await http.get('/vendor/profile')).status).toBe(403);
});

test('who becomes a member of one vendor has it active in the session of before', async () => {
  const session = await createSession(platform.container);
  const vendor = await createVendor(platform.container);
  const http = platform.http.as(session.token);
  expect((await http.get('/vendor/profile')).status).toBe(403);
  await joinVendor(platform.container, session.userId, vendor.vendorId);
  platform.container.principals.forget(session.userId);
  expect((await http.get<Me>('/me')).body.data.activeVendor).toMatchObject({ id: vendor.vendorId });
  // With a second one there is a choice to make, and none is made for the user.
  const second = await createVendor(platform.container);
  await joinVendor(platform.container, session.userId, second.vendorId);
  platform.container.principals.forget(session.userId);
  expect((await http.get<Me>('/me')).body.data.activeVendor).toBeNull();
});

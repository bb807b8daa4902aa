import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { highestVendorRole } from '#domain/vendors/vendor-role.js';
import { createSession } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const as = async (vendorId: string, vendorRole: 'member' | 'admin' | 'owner') =>
  platform.http.as((await createSession(platform.container, { vendorId, vendorRole })).token);

describe('the role within a vendor', () => {
  it('a member reads profile and settings, and cannot change them', async () => {
    const { vendorId } = await createVendor(platform.container);
    const member = await as(vendorId, 'member');
    expect((await member.get('/vendor/profile')).status).toBe(200);
    expect((await member.get('/vendor/settings')).status).toBe(200);
    expect((await member.get('/vendor/products')).status).toBe(200);
    const profile = await member.patch('/vendor/profile', { legalName: 'Mine Now' });
    expect([profile.status, profile.body.message]).toEqual([403, 'The vendor role admin is required']);
    expect((await member.patch('/vendor/settings', {})).status).toBe(403);
  });

  it.each(['admin', 'owner'] as const)('an %s changes both', async (role) => {
    const { vendorId } = await createVendor(platform.container);
    const manager = await as(vendorId, role);
    expect((await manager.patch('/vendor/profile', { supportPhone: null })).status).toBe(200);
    expect((await manager.patch('/vendor/settings', {})).status).toBe(200);
  });

  it('is the highest of those that a membership lists', () => {
    expect(['member', 'member,admin', 'admin, owner', 'guest'].map(highestVendorRole)).toEqual([
      'member',
      'admin',
      'owner',
      'member',
    ]);
  });
});

it('a changed legal name is mailed to the owners and the operators, once for each change', async () => {
  const vendor = await createVendor(platform.container, { legalName: 'Before LLP', gstin: null });
  const operator = await createSession(platform.container, { permissions: ['vendor:update'] });
  const bystander = await createSession(platform.container, { permissions: ['vendor:view'] });
  const admin = await as(vendor.vendorId, 'admin');
  await admin.patch('/vendor/profile', { legalName: 'After LLP' });
  await admin.patch('/vendor/profile', { legalName: 'After LLP', supportPhone: null });

  for (const [address, role] of [
    [vendor.email, 'vendor_member'],
    [operator.email, 'admin'],
  ] as const) {
    const mails = await mailsTo(platform.container, address);
    expect(mails).toMatchObject([
      {
        template: 'vendor.identity_changed',
        role,
        variables: { vendorName: vendor.displayName, legalName: 'After LLP', formerLegalName: 'Before LLP' },
      },
    ]);
  }
  expect(await mailsTo(platform.container, bystander.email)).toEqual([]);
});

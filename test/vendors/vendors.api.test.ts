import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { addressOf, createVendor } from '../_support/vendors.js';

interface Vendor {
  id: string;
  slug: string;
  displayName: string;
  gstin: string | null;
  stateCode: string | null;
  commissionBps: number;
  status: string;
  updatedAt: string;
}

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function vendorHttp(fields: Parameters<typeof createVendor>[1] = {}) {
  const vendor = await createVendor(platform.container, fields);
  return { ...vendor, http: platform.http.as(vendor.token) };
}

async function eventsOf(vendorId: string): Promise<unknown[]> {
  return platform.container.knex('outbox_events').where({ entityId: vendorId }).orderBy('id').pluck('type');
}

describe('the profile', () => {
  it('says whether the vendor charges GST, as the list of the operators does', async () => {
    const [registered, unregistered] = await Promise.all([vendorHttp(), vendorHttp({ gstin: null })]);
    for (const { http, vendorId, charges } of [
      { ...registered, charges: true },
      { ...unregistered, charges: false },
    ]) {
      const profile = await http.get<{ chargesGst: boolean }>('/vendor/profile');
      expect(profile.body.data.chargesGst).toBe(charges);
      const listed = await admin.get<{ id: string; chargesGst: boolean }[]>('/admin/vendors?limit=100');
      expect(listed.body.data.find(({ id }) => id === vendorId)?.chargesGst).toBe(charges);
    }
  });

  it('is that of the active vendor alone', async () => {
    const [item, other] = await Promise.all([vendorHttp(), vendorHttp()]);
    const changed = await item.http.patch<Vendor>('/vendor/profile', {
      displayName: 'Narmada Crafts',
      supportPhone: '+91 22 2640 1234',
      supportEmail: 'Help@Example.com',
      slug: 'not-to-be-changed',
      commissionBps: 0,
      status: 'suspended',
    });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      id: item.vendorId,
      displayName: 'Narmada Crafts',
      slug: item.slug,
      supportPhone: '+912226401234',
      supportEmail: 'help@example.com',
      commissionBps: 1000,
      status: 'active',
    });
    expect((await other.http.get<Vendor>('/vendor/profile')).body.data.displayName).toBe(other.displayName);
    const organization = await platform.container
      .knex('accounts_organizations')
      .where({ id: item.organizationId })
      .first('name');
    expect(organization).toEqual({ name: 'Narmada Crafts' });
  });

  it('changes nothing when it says what is there already', async () => {
    const { http, vendorId } = await vendorHttp();
    const before = (await http.get<Vendor>('/vendor/profile')).body.data;
    const { displayName, gstin, stateCode } = before;
    const after = await http.patch<Vendor>('/vendor/profile', { displayName, gstin, stateCode });
    expect(after.body.data).toEqual(before);
    expect(await platform.container.knex('audit_entries').where({ entityId: vendorId })).toEqual([]);
  });

  it('moves to another state with GSTIN and address together', async () => {
    const { http, vendorId } = await vendorHttp();
    const gstin = '29AAGCB7383J1Z4';
    const address = addressOf({ stateCode: '29', city: 'Bengaluru', postalCode: '560001' });
    const alone = await http.patch('/vendor/profile', { gstin });
    expect([alone.status, alone.body.errors?.[0]?.path]).toEqual([400, 'body.address.stateCode']);
    const moved = await http.patch<Vendor>('/vendor/profile', { gstin, address });
    expect(moved.body.data).toMatchObject({ gstin, stateCode: '29', address: { city: 'Bengaluru' } });
    const entry = await platform.container.knex('audit_entries').where({ entityId: vendorId }).first();
    expect(entry).toMatchObject({ before: { stateCode: '27' }, after: { stateCode: '29', gstin } });
  });

  it.each([
    [{ gstin: '27AAPFU0939F1ZW' }, 'body.gstin'],
    [{ stateCode: '29' }, 'body.gstin'],
    [{ stateCode: '00' }, 'body.stateCode'],
    [{ supportPhone: '12345' }, 'body.supportPhone'],
    [{ supportEmail: 'nobody' }, 'body.supportEmail'],
    [{ displayName: '' }, 'body.displayName'],
    [{ address: { ...addressOf(), postalCode: '1' } }, 'body.address.postalCode'],
  ])('refuses %j', async (body, path) => {
    const { http } = await vendorHttp();
    const refused = await http.patch('/vendor/profile', body);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path]);
  });

  it('never ends up with a GSTIN of another state, with other writes at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { http } = await vendorHttp({ gstin: null, address: null, stateCode: null });
      const responses = await Promise.all([
        http.patch('/vendor/profile', { gstin: '29AAGCB7383J1Z4' }),
        http.patch('/vendor/profile', { stateCode: '27' }),
      ]);
      // The GSTIN brings its state along; the state alone is refused once there is a GSTIN of another.
      expect(responses[0].status).toBe(200);
      expect([200, 400]).toContain(responses[1].status);
      const profile = (await http.get<Vendor>('/vendor/profile')).body.data;
      expect(profile).toMatchObject({ gstin: '29AAGCB7383J1Z4', stateCode: '29' });
    }
  });
});

describe('vendors for administrators', () => {
  it('have their commission changed, with an audit row', async () => {
    const { vendorId } = await createVendor(platform.container);
    const changed = await admin.patch<Vendor>(`/admin/vendors/${vendorId}`, { commissionBps: 1250 });
    expect(changed.body.data.commissionBps).toBe(1250);
    expect(
      await platform.container.knex('audit_entries').where({ entityId: vendorId }).first(),
    ).toMatchObject({
      entity: 'vendor',
      vendorId,
      before: { commissionBps: 1000 },
      after: { commissionBps: 1250 },
    });
    expect(await eventsOf(vendorId)).toEqual([]);
    for (const commissionBps of [-1, 10_001, 12.5]) {
      expect((await admin.patch(`/admin/vendors/${vendorId}`, { commissionBps })).status).toBe(400);
    }
  });

  it('are suspended and reactivated, and it is told once each time', async () => {
    const { vendorId } = await createVendor(platform.container);
    const set = (status: string) => admin.patch<Vendor>(`/admin/vendors/${vendorId}`, { status });
    const responses = await Promise.all(Array.from({ length: 5 }, () => set('suspended')));
    expect(responses.map((response) => response.body.data.status)).toEqual(Array(5).fill('suspended'));
    expect(await eventsOf(vendorId)).toEqual(['vendor.suspended']);
    await set('active');
    await set('active');
    expect(await eventsOf(vendorId)).toEqual(['vendor.suspended', 'vendor.reactivated']);
  });

  it('are listed with filters, sort and pages', async () => {
    for (const [name, commissionBps] of [
      ['Lilac', 500],
      ['Lotus', 700],
      ['Lupin', 900],
    ] as const) {
      await createVendor(platform.container, { displayName: `Listed ${name}`, commissionBps });
    }
    const names = async (query: string) => {
      const { body } = await admin.get<Vendor[]>(`/admin/vendors?search=listed&${query}`);
      return body.data.map((vendor) => vendor.displayName);
    };
    expect(await names('filters[]=commissionBps:gte:700&sort=displayName:asc')).toEqual([
      'Listed Lotus',
      'Listed Lupin',
    ]);
    expect(await names('sort=commissionBps:desc&limit=2&page=2')).toEqual(['Listed Lilac']);
    expect(await names('filters[]=status:eq:suspended')).toEqual([]);
    expect((await admin.get('/admin/vendors?sort=gstin:asc')).status).toBe(400);
  });

  it('need vendor:view to be read and vendor:update to be changed; unknown ones are 404', async () => {
    const { vendorId } = await createVendor(platform.container);
    const viewer = await createSession(platform.container, { permissions: ['vendor:view'] });
    const http = platform.http.as(viewer.token);
    expect((await http.get(`/admin/vendors/${vendorId}`)).status).toBe(200);
    expect((await http.patch(`/admin/vendors/${vendorId}`, { status: 'suspended' })).status).toBe(403);
    const unknown = '0199c0de-7e5c-7000-8000-000000000001';
    expect((await admin.patch(`/admin/vendors/${unknown}`, { status: 'suspended' })).status).toBe(404);
  });
});

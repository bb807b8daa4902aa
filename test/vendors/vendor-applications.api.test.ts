import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession, type TestSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { addressOf, createVendor } from '../_support/vendors.js';

interface Application {
  id: string;
  status: string;
  vendorId: string | null;
  stateCode: string | null;
  contactEmail: string;
  rejectionReason: string | null;
  decidedAt: string | null;
  decidedBy?: string | null;
}

let platform: TestPlatform;
let admin: HttpClient;
const business = {
  displayName: 'Kaveri Textiles',
  legalName: 'Kaveri Textiles LLP',
  gstin: '27AAPFU0939F1ZV',
};
const applications = '/admin/vendor-applications';

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function applied(body: object = {}): Promise<{ id: string; applicant: TestSession; http: HttpClient }> {
  const applicant = await createSession(platform.container);
  const http = platform.http.as(applicant.token);
  const response = await http.post<Application>('/store/vendor-applications', { ...business, ...body });
  expect(response.status).toBe(201);
  return { id: response.body.data.id, applicant, http };
}

async function templatesTo({ email }: TestSession): Promise<string[]> {
  return (await mailsTo(platform.container, email)).map((mail) => mail.template);
}

describe('applying', () => {
  it('keeps what was sent, and confirms it by mail', async () => {
    const { applicant, http } = await applied({ address: addressOf(), contactPhone: '+91 98200 12345' });
    const own = await http.get<Application[]>('/store/vendor-applications/mine');
    expect(own.body.data).toMatchObject([
      {
        ...business,
        status: 'pending',
        stateCode: '27',
        contactEmail: applicant.email,
        contactPhone: '+919820012345',
        address: { city: 'Mumbai', line2: null },
        vendorId: null,
      },
    ]);
    expect(own.body.data[0]).not.toHaveProperty('decidedBy');
    const [mail] = await mailsTo(platform.container, applicant.email);
    expect(mail).toMatchObject({
      template: 'vendor.application.submitted',
      role: 'vendor_member',
      variables: { vendorName: 'Kaveri Textiles' },
    });
  });

  it('is for people who are signed in', async () => {
    expect((await platform.http.post('/store/vendor-applications', business)).status).toBe(401);
    const guest = await createSession(platform.container, { anonymous: true });
    const refused = await platform.http.as(guest.token).post('/store/vendor-applications', business);
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'FORBIDDEN']);
  });

  it.each([
    ['a wrong check character', { gstin: '27AAPFU0939F1ZW' }, 'body.gstin'],
    ['a GSTIN of another state', { stateCode: '29' }, 'body.gstin'],
    [
      'an address in another state',
      { address: addressOf({ stateCode: '29', postalCode: '560001' }) },
      'body.address.stateCode',
    ],
    ['no legal name', { legalName: ' ' }, 'body.legalName'],
    ['a phone number without country', { contactPhone: '9820012345' }, 'body.contactPhone'],
  ])('refuses %s', async (_what, change, path) => {
    const { token } = await createSession(platform.container);
    const refused = await platform.http
      .as(token)
      .post('/store/vendor-applications', { ...business, ...change });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path]);
  });

  it('takes one at a time of one person, also of twenty sent together', async () => {
    const applicant = await createSession(platform.container);
    const http = platform.http.as(applicant.token);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => http.post('/store/vendor-applications', business)),
    );
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await templatesTo(applicant)).toEqual(['vendor.application.submitted']);
  });
});

describe('approving', () => {
  it('opens the vendor, with the applicant as its owner', async () => {
    const { id, applicant, http } = await applied({ displayName: 'Ganga Silks', address: addressOf() });
    const approved = await admin.post<Application>(`${applications}/${id}/approve`);
    expect(approved.status).toBe(200);
    const { status, vendorId, decidedBy } = approved.body.data;
    expect({ status, vendorId, decidedBy }).toEqual({
      status: 'approved',
      vendorId: expect.any(String),
      decidedBy: expect.any(String),
    });

    const vendor = await admin.get(`/admin/vendors/${vendorId}`);
    expect(vendor.body.data).toMatchObject({
      slug: 'ganga-silks',
      displayName: 'Ganga Silks',
      gstin: business.gstin,
      stateCode: '27',
      status: 'active',
      commissionBps: 1000,
      supportEmail: applicant.email,
    });
    expect(await templatesTo(applicant)).toEqual([
      'vendor.application.submitted',
      'vendor.application.approved',
    ]);

    const me = await http.get<{ vendors: unknown[] }>('/me');
    expect(me.body.data.vendors).toMatchObject([{ id: vendorId, role: 'owner' }]);
    const audited = await platform.container
      .knex('audit_entries')
      .where({ entityId: id })
      .first('action', 'after');
    expect(audited).toMatchObject({ action: 'approve', after: { status: 'approved', vendorId } });
  });

  it('gives vendors of their own name slugs, also when approved at once', async () => {
    const names = { displayName: 'Same Name' };
    const made = await Promise.all([applied(names), applied(names), applied(names)]);
    const responses = await Promise.all(
      made.map(({ id }) => admin.post<Application>(`${applications}/${id}/approve`)),
    );
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    const list = await admin.get<{ slug: string }[]>('/admin/vendors?search=Same Name&sort=createdAt:asc');
    expect(list.body.data.map((vendor) => vendor.slug).sort()).toEqual([
      'same-name',
      'same-name-2',
      'same-name-3',
    ]);
  });

  it('happens once, with other decisions at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, applicant } = await applied({ displayName: `Raced ${round}` });
      const responses = await Promise.all([
        admin.post(`${applications}/${id}/approve`),
        admin.post(`${applications}/${id}/approve`),
        admin.post(`${applications}/${id}/reject`, { reason: 'No' }),
      ]);
      expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409]);
      expect(
        responses.filter((response) => response.status === 409).map((response) => response.body.errorCode),
      ).toEqual(['CONFLICT', 'CONFLICT']);
      const vendors = await admin.get<unknown[]>(`/admin/vendors?search=Raced ${round}`);
      const approved = responses[2].status !== 200;
      expect(vendors.body.data).toHaveLength(approved ? 1 : 0);
      expect(await templatesTo(applicant)).toEqual([
        'vendor.application.submitted',
        approved ? 'vendor.application.approved' : 'vendor.application.rejected',
      ]);
    }
  });

  it('leaves nothing behind when it fails half-way', async () => {
    const { id } = await applied({ displayName: 'Half Way' });
    // Makes the membership fail, which is written after the organization.
    await platform.container.knex.raw(
      `alter table accounts_members add constraint no_half_way check (organization_id is null) not valid`,
    );
    try {
      expect((await admin.post(`${applications}/${id}/approve`)).status).toBe(500);
    } finally {
      await platform.container.knex.raw('alter table accounts_members drop constraint no_half_way');
    }
    expect((await admin.get<Application>(`${applications}/${id}`)).body.data.status).toBe('pending');
    expect((await admin.get<unknown[]>('/admin/vendors?search=Half Way')).body.data).toEqual([]);
    expect((await admin.post(`${applications}/${id}/approve`)).status).toBe(200);
  });
});

describe('rejecting', () => {
  it('tells the reason, and lets the person apply again', async () => {
    const { id, applicant, http } = await applied();
    expect((await admin.post(`${applications}/${id}/reject`, { reason: ' ' })).status).toBe(400);
    const rejected = await admin.post<Application>(`${applications}/${id}/reject`, {
      reason: 'GSTIN of another',
    });
    expect(rejected.body.data).toMatchObject({
      status: 'rejected',
      rejectionReason: 'GSTIN of another',
      vendorId: null,
    });
    const mail = (await mailsTo(platform.container, applicant.email)).at(-1);
    expect(mail).toMatchObject({
      template: 'vendor.application.rejected',
      variables: { reason: 'GSTIN of another' },
    });
    expect((await http.post('/store/vendor-applications', business)).status).toBe(201);
    expect((await http.get<unknown[]>('/store/vendor-applications/mine')).body.data).toHaveLength(2);
  });
});

describe('the list of applications', () => {
  it('filters, sorts and pages', async () => {
    for (const name of ['Aster', 'Begonia', 'Crocus']) await applied({ displayName: `List ${name}` });
    const url = `${applications}?search=list&filters[]=status:eq:pending&sort=displayName:asc&limit=2`;
    const list = await admin.get<{ displayName: string }[]>(`${url}&page=2`);
    expect(list.body.data.map((row) => row.displayName)).toEqual(['List Crocus']);
    expect(list.body.metadata).toEqual({ total: 3, limit: 2, offset: 2, hasMore: false });
    expect((await admin.get(`${applications}?filters[]=status:eq:lost`)).status).toBe(400);
  });

  it('needs vendor:view, and deciding vendorApplication:decide', async () => {
    const { id } = await applied();
    const viewer = await createSession(platform.container, { permissions: ['vendor:view'] });
    const http = platform.http.as(viewer.token);
    expect((await http.get(`${applications}/${id}`)).status).toBe(200);
    expect((await http.post(`${applications}/${id}/approve`)).status).toBe(403);
    expect((await http.post(`${applications}/${id}/reject`, { reason: 'No' })).status).toBe(403);
    const owner = await createVendor(platform.container);
    expect((await platform.http.as(owner.token).get(applications)).status).toBe(403);
  });
});

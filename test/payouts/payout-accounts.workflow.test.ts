import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { bank } from './payable-vendor.js';
import { type PayableVendor, payableVendors } from './payout-runs.js';
import { type PayoutShop, startPayoutShop } from './payout-sandbox-shop.js';

interface AccountView {
  id: string;
  state: string;
  reason: string | null;
  amount: number | null;
}

let shop: PayoutShop;
let account = 998_877_665_544;

beforeAll(async () => {
  shop = await startPayoutShop({ workers: ['core', 'relay'] });
});
afterEach(async () => {
  shop.sandbox.resetControls();
  await wait(24);
});
afterAll(() => shop.stop());

async function wait(hours: number): Promise<void> {
  data(await shop.admin.patch('/admin/settings/admin', { 'payout.account_test_hours': hours }));
  await shop.platform.container.settings.refresh();
}

/** A vendor that is owed something enters another account. */
async function changed(): Promise<PayableVendor> {
  const [vendor] = await payableVendors(shop.platform, 1);
  if (!vendor) throw new Error('There is no vendor');
  await change(vendor);
  return vendor;
}
async function change({ http }: PayableVendor): Promise<void> {
  account += 1;
  data(await http.patch('/vendor/settings', { 'payout.account_number': String(account) }));
}

const knex = () => shop.platform.container.knex;
const list = async ({ vendorId }: PayableVendor) =>
  data(await shop.admin.get<AccountView[]>(`/admin/payout-accounts?vendorId=${vendorId}`));
const reach = (vendor: PayableVendor, state: string) =>
  eventually(async () => {
    const [latest] = await list(vendor);
    expect(latest?.state).toBe(state);
    return latest as AccountView;
  });
const payOut = ({ vendorId }: PayableVendor) =>
  shop.admin.post<{ id: string }>('/admin/payouts', { vendorId, until: new Date().toISOString() });

async function expectHeld(vendor: PayableVendor, until: string): Promise<void> {
  const refused = await payOut(vendor);
  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused.body)).toContain(`on hold until ${until}`);
}
/** What the provider has of the test transfer in effect. */
async function sent({ id }: AccountView) {
  const row = await knex()('payouts_accounts').where({ id }).first();
  return shop.sandbox.payouts(row?.transferId ?? '');
}
/** How many mails the owner of a vendor has. */
const mails = async (template: string, { vendorId }: PayableVendor) => {
  const people = await readVendorRecipients(knex(), [vendorId]);
  const keys = people.map(({ userId }) => `payout.${template}:%:${userId}`);
  const rows = await Promise.all(keys.map((key) => knex()('mail_messages').where('dedupeKey', 'like', key)));
  return rows.flat().length;
};

it('changed bank details wait, are cancelled and tried again, and are paid once a test transfer has arrived', async () => {
  const vendor = await changed();
  const waiting = await reach(vendor, 'waiting');
  await expectHeld(vendor, '20');
  const [own] = data(await vendor.http.get<AccountView[]>('/vendor/payout-accounts'));
  expect(own).toMatchObject({ id: waiting.id, state: 'waiting' });
  expect(own).not.toHaveProperty('providerId');
  const cancel = () =>
    shop.admin.post(`/admin/payout-accounts/${waiting.id}/cancel`, { reason: 'Not the vendor' });
  expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 200]);
  await expectHeld(vendor, 'the vendor corrects them');
  expect(await mails('account_failed', vendor)).toBe(1);
  // The wait is over, and the run that slept through it is signalled by the retry.
  await knex()('payouts_accounts').where({ id: waiting.id }).update({ dueAt: new Date() });
  data(await shop.admin.post(`/admin/payout-accounts/${waiting.id}/retry`));
  const verified = await reach(vendor, 'verified');
  expect(await sent(verified)).toMatchObject([{ amount: 100, narration: 'Account test' }]);
  expect(verified.amount).toBe(100);
  expect(await mails('account_verified', vendor)).toBe(1);
  expect((await shop.admin.post(`/admin/payout-accounts/${waiting.id}/retry`)).status).toBe(409);
  await shop.reach(data(await payOut(vendor)).id, 'processed');
  await expectBooksRight(shop.platform.container);
});

it('an account that takes no money holds payouts; a transfer that comes back later does as well', async () => {
  await wait(0);
  shop.sandbox.control({ course: ['processing', 'failed'] });
  const vendor = await changed();
  const failed = await reach(vendor, 'failed');
  await expectHeld(vendor, 'the vendor corrects them');
  expect(await mails('account_failed', vendor)).toBe(1);
  const [first] = await sent(failed);
  shop.sandbox.resetControls();
  data(await shop.admin.post(`/admin/payout-accounts/${failed.id}/retry`));
  const [second] = await sent(await reach(vendor, 'verified'));
  expect(second?.reference_id).not.toBe(first?.reference_id);
  shop.sandbox.move(second?.id ?? '', 'reversed', 'The beneficiary account is closed');
  expect(await reach(vendor, 'failed')).toMatchObject({ reason: 'The beneficiary account is closed' });
  await expectHeld(vendor, 'the vendor corrects them');
});

it('a test transfer is sent once though responses are lost; details that others replace are never paid', async () => {
  await wait(0);
  shop.sandbox.control({ spareNext: 2, loseNext: 1, hideNext: 2 });
  const vendor = await changed();
  expect(await sent(await reach(vendor, 'verified'))).toHaveLength(1);
  shop.sandbox.resetControls();
  await wait(24);
  data(
    await vendor.http.patch(
      '/vendor/settings',
      Object.fromEntries(Object.keys(bank).map((key) => [key, ''])),
    ),
  );
  data(await vendor.http.patch('/vendor/settings', bank));
  expect((await list(vendor)).map(({ state }) => state)).toEqual(['waiting', 'replaced', 'replaced']);
  await expectHeld(vendor, '20');
});

it('with the bank file changed details wait alone; then the file has them and a person records the transfer', async () => {
  const set = async (values: object) => {
    data(await shop.admin.patch('/admin/settings/admin', values));
    await shop.platform.container.settings.refresh();
  };
  await set({ 'payout.provider': '' });
  const held = await changed();
  await reach(held, 'waiting');
  await expectHeld(held, '20');
  await set({ 'payout.bank_hold_hours': 0 });
  const vendor = await changed();
  expect(await sent(await reach(vendor, 'verified'))).toEqual([]);
  expect(await mails('account_verified', vendor)).toBe(1);
  const { id } = data(await payOut(vendor));
  const until = new Date(Date.now() + 60_000).toISOString();
  const file = await shop.admin.get<string>(`/admin/payouts/export?until=${until}`);
  expect(JSON.stringify(file.body)).toContain(String(account));
  data(await shop.admin.post(`/admin/payouts/${id}/paid`, { reference: 'NEFT 4711' }));
  const kept = await shop.read(id);
  expect(kept).toMatchObject({ status: 'paid', amount: vendor.net, reference: 'NEFT 4711' });
  expect(kept).not.toHaveProperty('transfer');
  await expectBooksRight(shop.platform.container);
  await set({ 'payout.provider': 'razorpayx-sandbox', 'payout.bank_hold_hours': 48 });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { data } from '../_support/shop.js';
import { startWorkerProcess } from '../_support/worker-process.js';
import { accountOf, expectBooksRight } from '../ledger/ledger-books.js';
import { payableVendors } from './payout-runs.js';
import { type PayoutShop, startPayoutShop } from './payout-sandbox-shop.js';

let shop: PayoutShop;

beforeAll(async () => {
  shop = await startPayoutShop({ workers: ['relay'] });
});
afterAll(() => shop.stop());

const environment = () => ({
  PAYMENT_SANDBOX_URL: shop.sandbox.url,
  PAYMENT_SANDBOX_SECRET: 'sandbox-webhook-secret',
});

/** Kills the worker that is at a point of a transfer; another one has to go on from there. */
const points = [
  { at: 'before its call is recorded', gate: 'new.sent_at is not null and new.state = $$requested$$' },
  { at: 'while the service has its call', gate: undefined },
  { at: 'before the response is booked', gate: 'new.state = $$initiated$$' },
  { at: 'before the payment is booked', gate: 'new.state = $$processed$$' },
];

it.each(points)('a worker that is killed $at sends the payout once', async ({ gate: condition }) => {
  const { container } = shop.platform;
  const { DATABASE_URL } = container.config;
  const [vendor] = await payableVendors(shop.platform, 1);
  const gate = condition && (await holdUpdates(DATABASE_URL, 'payouts_transfers', condition));
  const first = await startWorkerProcess(container.config, 'core', environment());
  // The first two calls make contact and account; the third is held while the service works on it.
  if (!gate) shop.sandbox.control({ spareNext: 0, latencyMs: 3_000 });
  const made = await shop.pay(vendor);
  if (gate) await gate.reached();
  else await eventually(async () => expect(shop.sandbox.payouts(made.id)).toHaveLength(1));
  await first.kill();
  if (gate) await gate.open();
  shop.sandbox.resetControls();
  const second = await startWorkerProcess(container.config, 'core', environment());
  await shop.reach(made.id, 'processed');
  await second.kill();
  shop.expectSentOnce(made.id);
  expect(await accountOf(container, vendor?.vendorId ?? '')).toBe(0);
  await expectBooksRight(container);
});

/** A worker that dies while it books that the money came back, or never left. */
const returns = [
  { at: 'that came back', course: ['processing', 'processed'], state: 'reversed' },
  { at: 'that failed', course: ['queued'], state: 'failed' },
] as const;

it.each(returns)(
  'a worker that is killed while it books a payout $at frees its entries once',
  async ({ course, state }) => {
    const { container } = shop.platform;
    const [vendor] = await payableVendors(shop.platform, 1);
    const first = await startWorkerProcess(container.config, 'core', environment());
    shop.sandbox.control({ course: [...course], duplicateWebhooks: true });
    const made = await shop.pay(vendor);
    await shop.reach(made.id, course.length > 1 ? 'processed' : 'initiated');
    const gate = await holdUpdates(
      container.config.DATABASE_URL,
      'payouts_transfers',
      `new.state = $$${state}$$`,
    );
    shop.sandbox.move(shop.sandbox.payouts(made.id)[0]?.id ?? '', state, 'The beneficiary account is closed');
    await gate.reached();
    await first.kill();
    await gate.open();
    const second = await startWorkerProcess(container.config, 'core', environment());
    expect(await shop.reach(made.id, state)).toMatchObject({ status: 'failed' });
    const mails = () =>
      container
        .knex('mail_messages')
        .where('dedupeKey', 'like', `%${made.id}%`)
        .where({ template: 'payout.returned' });
    expect(await mails()).toHaveLength(1);
    expect(await accountOf(container, vendor?.vendorId ?? '')).toBe(vendor?.net);
    shop.sandbox.resetControls();
    const again = await shop.pay(vendor);
    expect(again.amount).toBe(made.amount);
    await shop.reach(again.id, 'processed');
    await second.kill();
    expect(await mails()).toHaveLength(1);
    expect(await accountOf(container, vendor?.vendorId ?? '')).toBe(0);
    await expectBooksRight(container);
  },
);

const testPoints = [
  { at: 'before the test transfer begins', gate: 'new.state = $$testing$$ and old.state = $$waiting$$' },
  { at: 'before its call is recorded', gate: 'new.sent_at is not null and old.sent_at is null' },
  { at: 'before the details are verified', gate: 'new.state = $$verified$$' },
];

it.each(testPoints)(
  'a worker that is killed $at tests changed bank details once',
  async ({ gate: condition }) => {
    const { container } = shop.platform;
    data(await shop.admin.patch('/admin/settings/admin', { 'payout.account_test_hours': 0 }));
    await container.settings.refresh();
    const [vendor] = await payableVendors(shop.platform, 1);
    if (!vendor) throw new Error('There is no vendor');
    const gate = await holdUpdates(container.config.DATABASE_URL, 'payouts_accounts', condition);
    const first = await startWorkerProcess(container.config, 'core', environment());
    data(await vendor.http.patch('/vendor/settings', { 'payout.account_number': '998877665544' }));
    await gate.reached();
    await first.kill();
    await gate.open();
    const second = await startWorkerProcess(container.config, 'core', environment());
    const account = () => container.knex('payouts_accounts').where({ vendorId: vendor.vendorId }).first();
    await eventually(async () => expect(await account()).toMatchObject({ state: 'verified' }));
    await second.kill();
    expect(shop.sandbox.payouts((await account())?.transferId ?? '')).toHaveLength(1);
    await expectBooksRight(container);
  },
);

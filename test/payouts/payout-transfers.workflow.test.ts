import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hmacSha256 } from '#lib/crypto.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { expectBooksRight, accountOf } from '../ledger/ledger-books.js';
import { deliveredSale } from './payable-vendor.js';
import { payableVendors } from './payout-runs.js';
import { type PayoutShop, type PayoutView, startPayoutShop } from './payout-sandbox-shop.js';

// Each step that fails is tried again after a second.

let shop: PayoutShop;

beforeAll(async () => {
  shop = await startPayoutShop({ workers: ['core', 'relay'] });
});
afterEach(() => shop.sandbox.resetControls());
afterAll(() => shop.stop());

const mailsOf = (template: string, id: string) =>
  shop.platform.container.knex('mail_messages').where('dedupeKey', 'like', `${template}:${id}%`);

/** The next so many commits that bring a transfer into a state are lost, as of a worker that dies before them. */
async function loseCommits(condition: string, count: number): Promise<() => Promise<void>> {
  const { knex } = shop.platform.container;
  await knex.raw(`
    create sequence lost_commits;
    create function lose_commit() returns trigger language plpgsql as $$ begin
      -- A sequence counts on through the rollback.
      if nextval('lost_commits') <= ${count} then raise exception 'the worker is gone'; end if;
      return null;
    end $$;
    create constraint trigger lose_commit after update on payouts_transfers deferrable initially deferred
      for each row when (${condition}) execute function lose_commit()`);
  return async () => {
    await knex.raw(
      'drop trigger lose_commit on payouts_transfers; drop function lose_commit; drop sequence lost_commits',
    );
  };
}

/** A webhook as the provider sends it, with its signature. */
function webhook(event: string, reference: string, eventId: string) {
  const entity = { id: 'pout_1', amount: 1, currency: 'INR', status: 'processed', reference_id: reference };
  const body = JSON.stringify({ event, created_at: 1, payload: { payout: { entity } } });
  return fetch(`${shop.platform.url}/webhooks/payouts/razorpayx-sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': hmacSha256(body, 'sandbox-webhook-secret'),
    },
    body,
  });
}

describe('a payout by the provider', () => {
  it('is sent, paid in the books with the reference of the bank, and mailed once', async () => {
    const [vendor] = await payableVendors(shop.platform, 1);
    const made = await shop.pay(vendor);
    expect(made).toMatchObject({ status: 'pending', transfer: { state: 'requested' } });
    const paid = await shop.reach(made.id, 'processed');
    const [sent] = shop.sandbox.payouts(made.id);
    expect(sent).toMatchObject({ amount: made.amount, reference_id: made.id, mode: 'IMPS' });
    expect(paid).toMatchObject({ status: 'paid', reference: sent?.utr });
    expect(await accountOf(shop.platform.container, vendor?.vendorId ?? '')).toBe(0);
    expect(await mailsOf('payout.paid', made.id)).toHaveLength(1);
    // Neither the bank nor a person pays it a second time.
    expect(String((await shop.admin.get('/admin/payouts/export')).body)).not.toContain(made.id);
    const byHand = await shop.admin.post(`/admin/payouts/${made.id}/paid`, { reference: 'NEFT 1' });
    expect(byHand.status).toBe(409);
    expect((await shop.admin.post(`/admin/payouts/${made.id}/failed`, { reason: 'no' })).status).toBe(409);
    const [own] = vendor ? data(await vendor.http.get<PayoutView[]>('/vendor/payouts')) : [];
    expect(own?.transfer).toEqual(expect.objectContaining({ state: 'processed' }));
    expect(own?.transfer).not.toHaveProperty('createdBy');
    await expectBooksRight(shop.platform.container);
  });

  it('that comes back is freed once and mailed, by webhooks that are late, double and out of order', async () => {
    shop.sandbox.control({ course: ['queued'], duplicateWebhooks: true, shuffle: true });
    const [vendor] = await payableVendors(shop.platform, 1);
    const made = await shop.pay(vendor);
    await shop.reach(made.id, 'initiated');
    const id = shop.sandbox.payouts(made.id)[0]?.id ?? '';
    shop.sandbox.move(id, 'processing');
    shop.sandbox.move(id, 'processed');
    await shop.reach(made.id, 'processed');
    shop.sandbox.move(id, 'reversed', 'The beneficiary account is closed');
    const back = await shop.reach(made.id, 'reversed');
    expect(back).toMatchObject({ status: 'failed', failureReason: 'The beneficiary account is closed' });
    expect(await mailsOf('payout.returned', made.id)).toHaveLength(1);
    expect(await accountOf(shop.platform.container, vendor?.vendorId ?? '')).toBe(vendor?.net);
    // Old news that arrives again changes nothing.
    for (const [index, event] of ['payout.reversed', 'payout.processed', 'payout.initiated'].entries())
      expect((await webhook(event, made.id, `late-${made.id}-${index}`)).status).toBe(200);
    await shop.sandbox.settled();
    shop.sandbox.resetControls();
    const again = await shop.pay(vendor);
    expect(again.amount).toBe(made.amount);
    await shop.reach(again.id, 'processed');
    expect(await shop.read(made.id)).toMatchObject({ transfer: { state: 'reversed', problem: null } });
    expect(await mailsOf('payout.returned', made.id)).toHaveLength(1);
    await expectBooksRight(shop.platform.container);
  });

  it.each([
    ['processing', 'failed'],
    ['pending', 'rejected'],
    ['queued', 'cancelled'],
  ] as const)('that is %s and ends as %s frees its entries', async (first, status) => {
    shop.sandbox.control({ course: [first, status] });
    const made = await shop.pay();
    expect(await shop.reach(made.id, 'failed')).toMatchObject({ status: 'failed' });
    expect(await mailsOf('payout.returned', made.id)).toHaveLength(1);
  });

  it('that is refused outright fails, and one that our account is refused stays', async () => {
    shop.sandbox.control({ refusePayouts: true });
    const refused = await shop.pay();
    expect((await shop.reach(refused.id, 'failed')).failureReason).toContain('not allowed');
    expect(shop.sandbox.payouts(refused.id)).toHaveLength(0);
    shop.sandbox.control({ refusePayouts: false, respondNext: [401, 403] });
    const kept = await shop.pay();
    await shop.reach(kept.id, 'processed');
    shop.expectSentOnce(kept.id);
  });

  it('takes a webhook once, and none that is not signed', async () => {
    const made = await shop.pay();
    await shop.reach(made.id, 'processed');
    const first = await webhook('payout.updated', made.id, `once-${made.id}`);
    expect(await first.json()).toMatchObject({ data: { duplicate: false } });
    const second = await webhook('payout.updated', made.id, `once-${made.id}`);
    expect(await second.json()).toMatchObject({ data: { duplicate: true } });
    const path = '/webhooks/payouts/razorpayx-sandbox';
    const forged = await shop.platform.http.raw('POST', path, {
      body: '{"event":"payout.reversed"}',
    } as never);
    expect(forged.status).toBe(401);
    expect((await shop.platform.http.raw('POST', '/webhooks/payouts/nobody', {} as never)).status).toBe(404);
  });
});

describe('a payout is never sent twice', () => {
  const steps = [
    { at: 'before the call is recorded', lost: 'new.sent_at is not null and new.state = $$requested$$' },
    { at: 'before the response is booked', lost: 'new.state = $$initiated$$' },
    { at: 'before the payment is booked', lost: 'new.state = $$processed$$' },
    { at: 'as the service fails', control: { spareNext: 2, failNext: 2 } },
    { at: 'as the response is lost', control: { spareNext: 2, loseNext: 1 } },
    {
      at: 'as responses are lost and the lists are behind',
      control: { spareNext: 2, loseNext: 1, hideNext: 2 },
    },
    { at: 'as the service has no time and its proxy fails', control: { respondNext: [429, 502, 409] } },
    { at: 'as the transfer waits and no webhook comes at first', control: { course: ['queued'] as const } },
  ];
  it.each(steps)('when its sender is lost $at', async ({ lost, control }) => {
    const [vendor] = await payableVendors(shop.platform, 1);
    const restore = lost === undefined ? undefined : await loseCommits(lost, 2);
    if (control) shop.sandbox.control(control as never);
    const made = await shop.pay(vendor);
    if (control?.course) {
      await shop.reach(made.id, 'initiated');
      shop.sandbox.move(shop.sandbox.payouts(made.id)[0]?.id ?? '', 'processed');
    }
    expect(await shop.reach(made.id, 'processed')).toMatchObject({ status: 'paid' });
    await restore?.();
    shop.expectSentOnce(made.id);
    expect(await mailsOf('payout.paid', made.id)).toHaveLength(1);
    expect(await accountOf(shop.platform.container, vendor?.vendorId ?? '')).toBe(0);
    await expectBooksRight(shop.platform.container);
  });

  it.each([
    { first: 'was taken', control: { loseNext: 1 }, state: 'processed' },
    { first: 'never arrived', control: { failNext: 1 }, state: 'failed' },
  ])('when a repeat is refused, its first call $first and the list is behind', async (row) => {
    const { knex } = shop.platform.container;
    // Contact and account pass; the repeat finds the account refused, however soon it comes.
    shop.sandbox.control({ spareNext: 2, ...row.control, hideNext: 1_000, refuseAccounts: 'known' });
    const made = await shop.pay();
    const transfer = () => knex('payouts_transfers').where({ payoutId: made.id }).first();
    await eventually(async () => expect((await transfer())?.refusal).toContain('Invalid IFSC'));
    const open = await shop.read(made.id);
    expect(open).toMatchObject({ status: 'pending', transfer: { state: 'requested' } });
    expect(open.transfer?.problem).toContain('refused a repeated call');
    // A day after the last call the list is no longer behind.
    shop.sandbox.control({ hideNext: 0 });
    const dayAgo = new Date(Date.now() - 86_400_000);
    await knex('payouts_transfers').where({ payoutId: made.id }).update({ lastSentAt: dayAgo });
    expect((await webhook('payout.updated', made.id, `wake-${made.id}`)).status).toBe(200);
    const end = await shop.reach(made.id, row.state);
    expect(end.transfer?.problem).toBeNull();
    expect(shop.sandbox.payouts(made.id)).toHaveLength(row.state === 'processed' ? 1 : 0);
    if (row.state === 'failed') expect(end.failureReason).toContain('Invalid IFSC');
    await expectBooksRight(shop.platform.container);
  });

  it('by reports that come at once: one of them is booked', async () => {
    shop.sandbox.control({ course: ['queued'] });
    const made = await shop.pay();
    await shop.reach(made.id, 'initiated');
    const { unitOfWork, operations } = shop.platform.container;
    const report = (state: 'processed' | 'reversed' | 'initiated') => {
      const found = {
        state,
        providerTransferId: 'pout_1',
        amount: made.amount,
        bankReference: 'UTR1',
        reason: null,
      };
      const ctx = {
        actor: { type: 'system' as const, id: 'test' },
        requestId: 'test',
        permissions: new Set<string>(),
        now: new Date(),
      };
      return unitOfWork.run(ctx, (tx) => operations.payoutTransfers.settle(tx, ctx, made.id, found));
    };
    const all = ['processed', 'reversed', 'processed', 'initiated', 'reversed', 'processed'] as const;
    await Promise.all(all.map(report));
    expect(await shop.read(made.id)).toMatchObject({ status: 'failed', transfer: { state: 'reversed' } });
    expect(await mailsOf('payout.returned', made.id)).toHaveLength(1);
    await expectBooksRight(shop.platform.container);
  });
});

describe('a transfer that needs a person', () => {
  const transfer = (id: string) =>
    shop.platform.container.knex('payouts_transfers').where({ payoutId: id }).first();
  const change = (id: string, values: object) =>
    shop.platform.container.knex('payouts_transfers').where({ payoutId: id }).update(values);
  const wake = (id: string) => webhook('payout.updated', id, `wake-${id}-${Math.random()}`);
  const expectProblem = (id: string, problem: string) =>
    eventually(async () => {
      await wake(id);
      expect((await shop.read(id)).transfer?.problem).toContain(problem);
    });
  async function queued(): Promise<PayoutView> {
    shop.sandbox.control({ course: ['queued'] });
    const made = await shop.pay();
    await shop.reach(made.id, 'initiated');
    return made;
  }

  it('since its provider has not known it for a day is shown, and may then be recorded as failed', async () => {
    const made = await queued();
    shop.sandbox.control({ hideNext: 1_000 });
    const fail = () => shop.admin.post(`/admin/payouts/${made.id}/failed`, { reason: 'Never left' });
    await eventually(async () => {
      await wake(made.id);
      expect((await transfer(made.id))?.missingSince).not.toBeNull();
    });
    expect((await shop.read(made.id)).transfer?.problem).toBeNull();
    expect((await fail()).status).toBe(409);
    // A list that is right again is the end of it.
    shop.sandbox.control({ hideNext: 0 });
    await eventually(async () => {
      await wake(made.id);
      expect((await transfer(made.id))?.missingSince).toBeNull();
    });
    shop.sandbox.control({ hideNext: 1_000 });
    await eventually(async () => {
      // A look of before, which has seen it, may end in between and forget the day.
      await change(made.id, { missingSince: new Date(Date.now() - 86_400_000) });
      await wake(made.id);
      const { transfer: sent } = await shop.read(made.id);
      expect(sent?.problem).toContain(`ask its support about the reference ${made.id}`);
    });
    const attention = await shop.admin.get('/admin/attention');
    expect(JSON.stringify(attention.body)).toContain(made.id);
    expect((await fail()).status).toBe(200);
    expect(await shop.read(made.id)).toMatchObject({ status: 'failed', transfer: { state: 'failed' } });
    await expectBooksRight(shop.platform.container);
  });

  it('since the settings name another account is neither sent nor asked for until the first one is back', async () => {
    const made = await queued();
    const first = (await transfer(made.id))?.sentFrom;
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    await change(made.id, { sentFrom: '0123456789abcdef', state: 'requested' });
    await expectProblem(made.id, 'another RazorpayX sandbox account');
    await change(made.id, { state: 'initiated' });
    shop.sandbox.move(shop.sandbox.payouts(made.id)[0]?.id ?? '', 'processed');
    await expectProblem(made.id, 'another RazorpayX sandbox account');
    expect((await transfer(made.id))?.state).toBe('initiated');
    await change(made.id, { sentFrom: first });
    await wake(made.id);
    const paid = await shop.reach(made.id, 'processed');
    expect(paid.transfer?.problem).toBeNull();
    shop.expectSentOnce(made.id);
  });
});

describe('above the limit', () => {
  const limit = async (amount: number) => {
    data(await shop.admin.patch('/admin/settings/admin', { 'payout.approval_above': amount }));
    await shop.platform.container.settings.refresh();
  };
  beforeAll(() => limit(1));
  afterAll(() => limit(0));

  it('a second person approves: not who made it, once where two press at the same time', async () => {
    const made = await shop.pay();
    expect(made.transfer).toMatchObject({ state: 'awaiting_approval', approvedBy: null });
    const approve = (who: PayoutShop['admin']) => who.post<PayoutView>(`/admin/payouts/${made.id}/approve`);
    expect((await approve(shop.admin)).status).toBe(403);
    expect(shop.sandbox.payouts(made.id)).toHaveLength(0);
    const responses = await Promise.all([approve(shop.second), approve(shop.second), approve(shop.second)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const sent = await shop.reach(made.id, 'processed');
    expect(sent.transfer?.approvedBy).not.toBe(sent.transfer?.createdBy);
    shop.expectSentOnce(made.id);
    const { knex } = shop.platform.container;
    expect(await knex('audit_entries').where({ entityId: made.id, action: 'approve' })).toHaveLength(1);
  });

  it('payouts of a vendor within a day count together, so that none is split below the limit', async () => {
    const { container } = shop.platform;
    const [vendor] = await payableVendors(shop.platform, 1);
    if (!vendor) throw new Error('There is no vendor');
    const payNext = async () => {
      await deliveredSale(container, vendor.vendorId);
      return shop.pay(vendor);
    };
    await limit(vendor.net * 2);
    const first = await shop.pay(vendor);
    expect(first.transfer?.state).toBe('requested');
    expect((await payNext()).transfer?.state).toBe('requested');
    const third = await payNext();
    expect(third.transfer?.state).toBe('awaiting_approval');
    data(await shop.second.post(`/admin/payouts/${third.id}/approve`));
    // What was approved does not count, what is a day old neither.
    expect((await payNext()).transfer?.state).toBe('awaiting_approval');
    await container
      .knex('payouts')
      .where({ id: first.id })
      .update({ createdAt: new Date(Date.now() - 86_400_000) });
    expect((await payNext()).transfer?.state).toBe('requested');
    expect((await shop.pay()).transfer?.state).toBe('requested');
    await limit(1);
  });

  it('one that is rejected frees its entries, and approval against rejection has one winner', async () => {
    const made = await shop.pay();
    const approve = () => shop.second.post(`/admin/payouts/${made.id}/approve`);
    const reject = () => shop.admin.post(`/admin/payouts/${made.id}/failed`, { reason: 'Not this month' });
    const [approved, rejected] = await Promise.all([approve(), reject()]);
    const states = ['processed', 'failed'];
    const end = await eventually(async () => {
      const payout = await shop.read(made.id);
      expect(states).toContain(payout.transfer?.state);
      return payout;
    });
    expect([
      approved.status === 200 || approved.status === 409,
      rejected.status === 200 || rejected.status === 409,
    ]).toEqual([true, true]);
    expect(shop.sandbox.payouts(made.id)).toHaveLength(end.transfer?.state === 'processed' ? 1 : 0);
    const other = await shop.pay();
    data(await shop.admin.post(`/admin/payouts/${other.id}/failed`, { reason: 'Not this month' }));
    expect(await shop.read(other.id)).toMatchObject({ status: 'failed', transfer: { state: 'failed' } });
    expect((await shop.second.post(`/admin/payouts/${other.id}/approve`)).status).toBe(409);
    await expectBooksRight(shop.platform.container);
  });
});

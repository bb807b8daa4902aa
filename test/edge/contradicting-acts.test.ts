import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { insertedRow } from '../_support/entity-factory.js';
import type { HttpClient } from '../_support/http-client.js';
import { type ConfirmedOrderOptions, createBuyer, createConfirmedOrder } from '../_support/orders.js';
import { data, startShop, type TestShop } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { insertApproval } from '../product-approvals/product-approvals.entities.js';

/**
 * Two acts on one row that contradict each other, sent at once: exactly one of them is done, the other is refused with a
 * conflict, and the row is in the state of the one that was done.
 */

const RACES = 20;
/** So many rows are raced at once: more would wait for connections, and come one after the other. */
const AT_ONCE = 5;

let shop: TestShop;
let admin: HttpClient;
let vendor: TestVendor;
beforeAll(async () => {
  shop = await startShop();
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  vendor = await createVendor(shop.container);
});
afterAll(() => shop.stop());

const system = JSON.stringify({ type: 'system', id: 'test' });
const knex = () => shop.container.knex;
const ofVendor = () => shop.http.as(vendor.token);

interface Sent {
  id: string;
  /** Who else has a say in it. */
  token?: string;
}
type Act = [name: string, send: (row: Sent) => Promise<{ status: number; body: unknown }>];
interface Pair {
  of: string;
  make: () => Promise<Sent>;
  acts: [Act, Act];
  /** The state of the row. */
  state: (id: string) => Promise<unknown>;
  /** What it is after each act. */
  states: [unknown, unknown];
}

async function order(options: ConfirmedOrderOptions = {}) {
  const made = await createConfirmedOrder(shop.container, {
    vendorIds: [vendor.vendorId],
    lines: [{ title: 'Brass diya lamp', unitPrice: 50_000, quantity: 2 }],
    ...options,
  });
  return { ...made, subOrderId: made.subOrders[0]?.subOrderId ?? '' };
}

/** A refund of a paid order that its provider let fail. */
async function failedRefund(): Promise<Sent> {
  const { orderId } = await order({ paid: true });
  const payment = (await knex()('payments').where({ orderId }).first('id')) as { id: string };
  const { id } = await insertedRow(shop.container, 'payments_refunds', {
    paymentId: payment.id,
    orderId,
    amount: 1_000,
    reason: 'Damaged',
    status: 'failed',
    failureReason: 'The card was closed',
    actor: system,
  });
  return { id };
}

async function cashRefund(): Promise<Sent> {
  const { id } = await failedRefund();
  await knex()('payments_refunds').where({ id }).update({ status: 'pending', byHand: true });
  return { id };
}

const pendingPayout = () =>
  insertedRow(shop.container, 'payouts', {
    vendorId: vendor.vendorId,
    amount: 100,
    currency: 'INR',
    status: 'pending',
    until: new Date(),
    bank: 'encrypted',
    actor: system,
    createdAt: new Date(),
  });

async function returnRequest(status: 'requested' | 'approved'): Promise<Sent> {
  const buyer = await createBuyer(shop.container);
  const { orderId, subOrderId, written } = await order({ paid: true, buyer });
  const delivered = { status: 'delivered', deliveredAt: new Date() };
  await knex()('orders_sub_orders').where({ id: subOrderId }).update(delivered);
  const { id } = await insertedRow(shop.container, 'returns_requests', {
    orderId,
    subOrderId,
    vendorId: vendor.vendorId,
    origin: 'buyer',
    status,
    reason: 'Too small',
    createdAt: new Date(),
  });
  await knex()('returns_lines').insert({ returnId: id, lineId: written.lines[0]?.id, quantity: 1 });
  return { id, token: buyer.token };
}

async function cashOrder(): Promise<Sent> {
  const { orderId } = await order();
  return { id: orderId };
}

async function fulfilledSubOrder(): Promise<Sent> {
  const { subOrderId } = await order({ paid: true });
  await knex()('orders_sub_orders').where({ id: subOrderId }).update({ status: 'fulfilled' });
  return { id: subOrderId };
}

/** An act with money that somebody else has asked for. */
const askedAbout = (kind: 'payout' | 'account_adjustment', entityId = newId()) =>
  insertedRow(shop.container, 'access_money_approvals', {
    kind,
    entityId,
    input: JSON.stringify({ vendorId: vendor.vendorId, amount: 500, reason: 'Festival bonus' }),
    amount: 500,
    currency: 'INR',
    vendorId: vendor.vendorId,
    cause: 'act',
    askedBy: system,
    person: 'test',
    askedAt: new Date(),
  });

const post = (path: (id: string) => string, body: object = {}) => {
  return ({ id }: Sent) => admin.post(path(id), body);
};
const vendorPost = (path: (id: string) => string, body: object = {}) => {
  return ({ id }: Sent) => ofVendor().post(path(id), body);
};
const columnOf = (table: string, column: string) => async (id: string) =>
  ((await knex()(table).where({ id }).first(column)) as Record<string, unknown> | undefined)?.[column];

const refundPaid = (reference: string): Act => [
  `recorded as paid with ${reference}`,
  post((id) => `/admin/refunds/${id}/paid`, { reference, confirmUnknown: true }),
];
const refundState = async (id: string) => {
  const row = await knex()('payments_refunds').where({ id }).first('status', 'givenUpAt', 'reference');
  return { ...row, givenUpAt: row?.givenUpAt ? 'set' : null };
};
const paidState = (reference: string) => ({ status: 'processed', givenUpAt: null, reference });
const givingUp: Act = ['given up', post((id) => `/admin/refunds/${id}/give-up`, { reason: 'Unreachable' })];
const givenUp = { status: 'failed', givenUpAt: 'set', reference: null };
const retry: Act = ['sent again', post((id) => `/admin/refunds/${id}/retry`)];
const pending = { status: 'pending', givenUpAt: null, reference: null };

const payoutPaid = (reference: string): Act => [
  `recorded as paid with ${reference}`,
  post((id) => `/admin/payouts/${id}/paid`, { reference }),
];
const payoutState = async (id: string) => await knex()('payouts').where({ id }).first('status', 'reference');

const decision = (path: string, verb: string, body: object = {}): Act => [
  verb,
  post((id) => `${path}/${id}/${verb}`, body),
];

const pairs: Pair[] = [
  {
    of: 'a failed refund',
    make: failedRefund,
    acts: [refundPaid('UTR 1'), givingUp],
    state: refundState,
    states: [paidState('UTR 1'), givenUp],
  },
  {
    of: 'a failed refund',
    make: failedRefund,
    acts: [refundPaid('UTR 1'), retry],
    state: refundState,
    states: [paidState('UTR 1'), pending],
  },
  {
    of: 'a failed refund',
    make: failedRefund,
    acts: [retry, givingUp],
    state: refundState,
    states: [pending, givenUp],
  },
  {
    of: 'a failed refund',
    make: failedRefund,
    acts: [refundPaid('UTR 1'), refundPaid('UTR 2')],
    state: refundState,
    states: [paidState('UTR 1'), paidState('UTR 2')],
  },
  {
    of: 'a cash refund',
    make: cashRefund,
    acts: [refundPaid('UTR 1'), refundPaid('UTR 2')],
    state: refundState,
    states: [paidState('UTR 1'), paidState('UTR 2')],
  },
  {
    of: 'a payout',
    make: pendingPayout,
    acts: [
      payoutPaid('NEFT 1'),
      ['recorded as failed', post((id) => `/admin/payouts/${id}/failed`, { reason: 'Wrong IFSC' })],
    ],
    state: payoutState,
    states: [
      { status: 'paid', reference: 'NEFT 1' },
      { status: 'failed', reference: null },
    ],
  },
  {
    of: 'a payout',
    make: pendingPayout,
    acts: [payoutPaid('NEFT 1'), payoutPaid('NEFT 2')],
    state: payoutState,
    states: [
      { status: 'paid', reference: 'NEFT 1' },
      { status: 'paid', reference: 'NEFT 2' },
    ],
  },
  {
    of: 'a return',
    make: () => returnRequest('requested'),
    acts: [
      ['approved', vendorPost((id) => `/vendor/return-requests/${id}/approve`)],
      ['rejected', post((id) => `/admin/return-requests/${id}/reject`, { reason: 'Worn' })],
    ],
    state: columnOf('returns_requests', 'status'),
    states: ['approved', 'rejected'],
  },
  {
    of: 'a parcel',
    make: fulfilledSubOrder,
    acts: [
      ['delivered', vendorPost((id) => `/vendor/orders/${id}/delivered`)],
      ['cancelled', post((id) => `/admin/orders/vendors/${id}/cancelled`, { reason: 'Lost' })],
    ],
    state: columnOf('orders_sub_orders', 'status'),
    states: ['delivered', 'cancelled'],
  },
  {
    of: 'a product approval',
    make: () => insertApproval(shop.container, vendor.vendorId),
    acts: [
      decision('/admin/product-approvals', 'approve', { version: 1 }),
      decision('/admin/product-approvals', 'reject', { version: 1, note: 'Blurred' }),
    ],
    state: columnOf('product_approvals', 'state'),
    states: ['approved', 'rejected'],
  },
  {
    of: 'an act with money',
    make: () => askedAbout('account_adjustment'),
    acts: [
      decision('/admin/money-approvals', 'approve'),
      decision('/admin/money-approvals', 'refuse', { reason: 'Too much' }),
    ],
    state: async (id) => {
      const state = await columnOf('access_money_approvals', 'state')(id);
      const entityId = String(await columnOf('access_money_approvals', 'entityId')(id));
      return [state, (await knex()('ledger_transactions').where({ id: entityId })).length];
    },
    states: [
      ['approved', 1],
      ['refused', 0],
    ],
  },
  {
    of: 'an application',
    make: async () =>
      insertedRow(shop.container, 'vendors_applications', {
        applicantUserId: (await createBuyer(shop.container)).userId,
        displayName: `Lamps ${newId()}`,
        legalName: 'Lamps of Pune LLP',
        contactEmail: 'lamps@example.com',
      }),
    acts: [
      decision('/admin/vendor-applications', 'approve'),
      decision('/admin/vendor-applications', 'reject', { reason: 'No address' }),
    ],
    state: columnOf('vendors_applications', 'status'),
    states: ['approved', 'rejected'],
  },
];

describe.each(pairs)('$of: $acts.0.0 or $acts.1.0', ({ make, acts, state, states }) => {
  it(`${RACES} times at once`, async () => {
    const problems: unknown[] = [];
    async function race(row: Sent, index: number): Promise<void> {
      // Neither is always the first to be read.
      const order = index % 2 === 0 ? [0, 1] : [1, 0];
      const sent = await Promise.all(order.map((at) => acts[at as 0 | 1][1](row)));
      const responses = [sent[order.indexOf(0)], sent[order.indexOf(1)]];
      const statuses = responses.map((response) => response?.status ?? 0);
      const done = statuses.flatMap((status, at) => (status < 300 ? [at] : []));
      const refused = statuses.filter((status) => status === 409);
      const [winner = 0] = done;
      const after = await state(row.id);
      if (done.length === 1 && refused.length === 1 && isSame(after, states[winner as 0 | 1])) return;
      problems.push({ statuses, after, bodies: responses.map((response) => response?.body) });
    }
    const rows: Sent[] = [];
    for (let made = 0; made < RACES; made += 1) rows.push(await make());
    for (let from = 0; from < RACES; from += AT_ONCE)
      await Promise.all(rows.slice(from, from + AT_ONCE).map((row, index) => race(row, from + index)));
    expect(problems).toEqual([]);
  });
});

/** Both may be done, one after the other, and the second then undoes what the first did: never half of each. */
describe('where the later act takes back the earlier', () => {
  it('a cash order is cancelled with its cash given back, or was never paid', async () => {
    const rows: Sent[] = [];
    for (let made = 0; made < RACES; made += 1) rows.push(await cashOrder());
    for (const { id } of rows) {
      const [paid, cancelled] = await Promise.all([
        admin.post(`/admin/orders/${id}/mark-paid`),
        admin.post(`/admin/orders/${id}/cancel`, { reason: 'By phone' }),
      ]);
      const refunds = await knex()('payments_refunds').where({ orderId: id }).pluck('amount');
      const { status, grandTotal } = data(
        await admin.get<{ status: string; grandTotal: number }>(`/admin/orders/${id}`),
      );
      expect([paid.status === 200 ? [200, [grandTotal]] : [409, []], cancelled.status, status]).toEqual([
        [paid.status, refunds],
        200,
        'cancelled',
      ]);
    }
  });

  it('a transfer that was approved and withdrawn is never sent', async () => {
    for (let raced = 0; raced < RACES; raced += 1) {
      const { id } = await pendingPayout();
      await askedAbout('payout', id);
      await knex()('payouts').where({ id }).update({ awaitingApproval: true });
      await knex()('payouts_transfers').insert({
        payoutId: id,
        providerId: 'razorpayx',
        state: 'awaiting_approval',
        createdAt: new Date(),
        createdBy: system,
      });
      const [approved, failed] = await Promise.all([
        admin.post(`/admin/payouts/${id}/approve`),
        admin.post(`/admin/payouts/${id}/failed`, { reason: 'Not this one' }),
      ]);
      expect([failed.status, [200, 409].includes(approved.status)]).toEqual([200, true]);
      const transfer = await knex()('payouts_transfers').where({ payoutId: id }).first('state');
      expect([await payoutState(id), transfer?.state]).toEqual([
        { status: 'failed', reference: null },
        'failed',
      ]);
    }
  });
});

it('and each refund and each payout is in the books as often as it was done', async () => {
  const { rows } = await knex().raw<{ rows: unknown[] }>(
    `select p.id, 'refunded' as wrong from payments p
     where p.refunded_total <> (
       select coalesce(sum(r.amount), 0) from payments_refunds r where r.payment_id = p.id and r.status = 'processed')
     union all
     select p.id, 'posted' from payouts p
     where (select count(*) from ledger_transactions t where t.source_id = p.id)
       <> case when p.status = 'paid' then 1 else 0 end`,
  );
  expect(rows).toEqual([]);
});

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

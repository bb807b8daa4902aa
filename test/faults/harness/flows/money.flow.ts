import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession } from '../../../_support/accounts.js';
import { bank } from '../../../payouts/payable-vendor.js';
import { booksAreRight } from '../checks/books.js';
import { moneyAgrees } from '../checks/money.js';
import { press } from '../clients/buyer-at-the-gateway.js';
import {
  createShopper,
  PLACE_ORDER,
  type PlacedOrder,
  type Shelf,
  type Shopper,
  stockShelves,
} from '../clients/shopper.js';
import { withRetry } from '../clients/with-retry.js';
import type { RetryingClient } from '../clients/retrying-client.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures, Flow } from '../flow.js';
import type { Random } from '../random.js';

const stories = { 'refund an amount': 3, 'return a piece': 3, 'cancel a sub-order': 2, 'pay out': 2 };

interface SubOrder {
  id: string;
  vendorId: string;
  lines: { id: string; quantity: number }[];
}

/** Refunds, returns, cancellations and payouts of paid orders with invoices. */
export function createFlow(): Flow {
  let shelves: Shelf[] = [];
  let token = '';
  /** What was acknowledged: the refund that each order has to end with at the least. */
  const refunded = new Map<string, number>();
  const paidOut = new Set<string>();

  async function paidOrder(
    fixtures: Fixtures,
    shopper: Shopper,
    random: Random,
  ): Promise<PlacedOrder | null> {
    const items = shelves.map(({ plenty }) => random.pick(plenty));
    const order = await shopper.order(items, 'sandbox');
    const page = order && (await shopper.paymentPage(order));
    if (!order || !page) return null;
    await press(page, 'pay');
    await shopper.until(order.orderId, ['confirmed', 'cancelled']);
    await shopper.http.call('POST', `/store/orders/${order.orderId}/invoice/generate`, { accept: [409] });
    return order;
  }

  async function deliver(http: RetryingClient, { id }: SubOrder): Promise<void> {
    const path = `/admin/orders/vendors/${id}`;
    const body = { providerId: 'self-handled' };
    await http.call('POST', `${path}/fulfilled`, { body, accept: [409] });
    await http.call('POST', `${path}/delivered`, { body: {}, accept: [409] });
  }

  async function refundAmount(http: RetryingClient, orderId: string, random: Random): Promise<void> {
    const body = { amount: random.int(100, 5_000), reason: 'Damaged' };
    const headers = { 'idempotency-key': randomUUID() };
    const { status } = await http.call('POST', `/admin/orders/${orderId}/refunds`, {
      body,
      headers,
      accept: [400, 409],
    });
    if (status < 300) refunded.set(orderId, (refunded.get(orderId) ?? 0) + body.amount);
  }

  async function returnPiece(
    http: RetryingClient,
    shopper: Shopper,
    orderId: string,
    subOrder: SubOrder,
  ): Promise<void> {
    await deliver(http, subOrder);
    const path = `/store/orders/${orderId}/vendors/${subOrder.id}/return-requests`;
    const lines = [{ lineId: subOrder.lines[0]?.id, quantity: 1 }];
    await shopper.http.call('POST', path, { body: { lines, reason: 'Too small' }, accept: [409] });
    const list = await shopper.http.call<{ id: string }[]>('GET', path);
    for (const { id } of list.body.data) {
      for (const move of ['approve', 'receive'])
        await http.call('POST', `/admin/return-requests/${id}/${move}`, { body: {}, accept: [409] });
    }
  }

  async function payOut(fixtures: Fixtures, http: RetryingClient, subOrder: SubOrder): Promise<void> {
    await deliver(http, subOrder);
    // As time goes by.
    const deliveredAt = new Date(Date.now() - 8 * 86_400_000);
    const { knex } = fixtures.container;
    await withRetry(() => knex('orders_sub_orders').where({ id: subOrder.id }).update({ deliveredAt }));
    const headers = { 'idempotency-key': randomUUID() };
    const body = { until: new Date().toISOString() };
    const run = await http.call<{ id: string }>('POST', '/admin/payouts/run', {
      body,
      headers,
      accept: [409],
    });
    if (run.status >= 300) return;
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(500)) {
      const { data } = (await http.call<{ state: string }>('GET', `/admin/payouts/runs/${run.body.data.id}`))
        .body;
      if (!['pending', 'running'].includes(data.state)) break;
    }
    const list = await http.call<{ id: string }[]>(
      'GET',
      `/admin/payouts?vendorId=${subOrder.vendorId}&filters[]=status:eq:pending`,
    );
    for (const { id } of list.body.data) {
      const reference = `NEFT ${id.slice(-6)}`;
      const paid = await http.call('POST', `/admin/payouts/${id}/paid`, {
        body: { reference },
        accept: [409],
      });
      if (paid.status < 300) paidOut.add(id);
    }
  }

  async function acknowledged({ container: { knex } }: Fixtures): Promise<Finding[]> {
    const orders = (await knex('orders').whereIn('id', [...refunded.keys()])) as {
      id: string;
      refundedTotal: number;
    }[];
    const less = orders.filter(({ id, refundedTotal }) => refundedTotal < (refunded.get(id) ?? 0));
    const payouts = (await knex('payouts')
      .whereIn('id', [...paidOut])
      .whereNot('status', 'paid')) as {
      id: string;
    }[];
    return [
      finding(
        'refunds that were acknowledged went back',
        refunded.size,
        less.map(({ id }) => `order ${id} got less back`),
        { mayBeEmpty: true },
      ),
      finding(
        'payouts that were acknowledged are paid',
        paidOut.size,
        payouts.map(({ id }) => `payout ${id} is not paid`),
        { mayBeEmpty: true },
      ),
    ];
  }

  return {
    name: 'money',
    clients: 2,
    pauseMs: 600,
    points: [PLACE_ORDER, 'refund', 'return', 'cancel', 'pay-out'],
    rest: {
      'refunds pending': `payments_refunds where status = 'pending'`,
      'payout runs open': `payouts_runs where state in ('pending', 'running')`,
      'credit notes to render': 'invoices_credit_note_documents where requested_rev > done_rev',
    },

    async prepare(fixtures) {
      const { container } = fixtures;
      shelves = await stockShelves(fixtures, 2);
      ({ token } = await createSession(container, { roles: ['superAdmin'] }));
      for (const { vendorId } of shelves) {
        const owner = await createSession(container, { vendorId, vendorRole: 'owner' });
        await fixtures.api.as(owner.token).call('PATCH', '/vendor/settings', { body: bank });
      }
    },

    async round(fixtures, random) {
      const { points } = fixtures;
      const http = fixtures.api.as(token);
      const shopper = await createShopper(fixtures, random);
      const order = await paidOrder(fixtures, shopper, random);
      if (!order) return;
      const { orderId } = order;
      const { vendors } = (await http.call<{ vendors: SubOrder[] }>('GET', `/admin/orders/${orderId}`)).body
        .data;
      const subOrder = random.pick(vendors);
      switch (random.weighted(stories)) {
        case 'refund an amount':
          await deliver(http, subOrder);
          points.reach('refund');
          return refundAmount(http, orderId, random);
        case 'return a piece':
          points.reach('return');
          return returnPiece(http, shopper, orderId, subOrder);
        case 'cancel a sub-order': {
          points.reach('cancel');
          const body = { reason: 'Out of stock' };
          await http.call('POST', `/admin/orders/vendors/${subOrder.id}/cancelled`, { body, accept: [409] });
          return;
        }
        case 'pay out':
          points.reach('pay-out');
          return payOut(fixtures, http, subOrder);
      }
    },

    check: acknowledged,
    invariants: async (fixtures) => [...(await moneyAgrees(fixtures)), ...(await booksAreRight(fixtures))],
  };
}

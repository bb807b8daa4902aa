import { expect } from '@jest/globals';
import { fetchProviderBooks } from '#workflows/reconciliation/reconciliation.contract.js';
import type { PaymentEntity } from '../../sandboxes/payments/entities.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createSellableVariant } from '../_support/orders.js';
import {
  data,
  placeOrder,
  type PlacedResponse,
  readyCart,
  sandboxOrderOf,
  type TestShop,
} from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { moneyProblems } from '../payments/money-problems.js';
import { setBank } from '../payouts/payable-vendor.js';

/** Numbers that a seed repeats. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Order {
  placed: PlacedResponse;
  page: string;
  buyer: HttpClient;
  payment?: PaymentEntity;
}

interface Options {
  orders: number;
  acts: number;
  kills: number;
  seed: number;
}

/**
 * A gateway, its console, its webhooks and the buyers do what they like with orders of five vendors, while the worker is killed:
 * afterwards one fetch of its books leaves no difference between them and the ledger.
 */
export async function runRandomActs(
  shop: TestShop,
  { orders: count, acts, kills, seed }: Options,
): Promise<void> {
  const { container, sandbox, http } = shop;
  const { knex } = container;
  const random = randomOf(seed);
  const pick = <T>(rows: readonly T[]): T | undefined => rows[random(rows.length)];
  const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const startWorker = (): Promise<WorkerProcess> =>
    startWorkerProcess(container.config, 'core', {
      PAYMENT_SANDBOX_URL: sandbox.url,
      PAYMENT_SANDBOX_SECRET: 'sandbox-webhook-secret',
    });
  let worker = await startWorker();

  const vendors: string[] = [];
  const variants: string[][] = [];
  for (let index = 0; index < 5; index += 1) {
    const vendor = await createVendor(container, { commissionBps: 1_000 });
    await setBank(http.as(vendor.token));
    vendors.push(vendor.vendorId);
    const own = [];
    for (const price of [19_900 + index * 700, 49_900])
      own.push(
        (await createSellableVariant(container, vendor.vendorId, { price, onHand: 10_000 })).variantId,
      );
    variants.push(own);
  }

  const orders: Order[] = [];
  for (let index = 0; index < count; index += 1) {
    const first = random(5);
    const items = [{ variantId: variants[first]?.[random(2)] ?? '', quantity: 1 + random(2) }];
    if (random(3) === 0) items.push({ variantId: variants[(first + 1) % 5]?.[0] ?? '', quantity: 1 });
    const cart = await readyCart(shop, items);
    const placed = data(await placeOrder(cart));
    orders.push({ placed, page: sandboxOrderOf(placed), buyer: cart.http });
  }

  const paid = () => orders.filter(({ payment }) => payment !== undefined);
  const attempt = (act: () => unknown) => {
    // What the gateway refuses did not happen.
    try {
      return act();
    } catch {
      return undefined;
    }
  };
  const refundable = () => {
    const order = pick(paid());
    const payment = order && sandbox.payments(order.page).find(({ captured }) => captured);
    const left = payment ? payment.amount - payment.amount_refunded : 0;
    return order && payment && left > 0 ? { order, payment, left } : undefined;
  };

  /** Nothing in a payout is of an order whose dispute is known and open. */
  const payOut = async () => {
    const deliveredAt = new Date(Date.now() - 8 * 86_400_000);
    const order = pick(paid());
    await knex('orders_sub_orders')
      .where({ orderId: order?.placed.order.id ?? vendors[0], status: 'pending' })
      .update({ status: 'delivered', deliveredAt });
    const until = new Date(Date.now() + 1_000).toISOString();
    const made = await admin.post<{ id: string }>('/admin/payouts', { vendorId: pick(vendors), until });
    if (made.status >= 300) return;
    const disputed = await knex('payouts_entries as p')
      .join('ledger_entries as e', 'e.id', 'p.entry_id')
      .join('ledger_transactions as t', 't.id', 'e.transaction_id')
      .join('reconciliation_disputes as d', 'd.order_id', 't.order_id')
      .join('payouts as y', 'y.id', 'p.payout_id')
      .where({ 'p.payout_id': made.body.data.id, 't.kind': 'sale' })
      .whereRaw('d.created_at < y.created_at')
      .whereIn('d.state', ['opened', 'under_review']);
    expect(disputed).toEqual([]);
    data(
      await admin.post(`/admin/payouts/${made.body.data.id}/paid`, {
        reference: `NEFT ${made.body.data.id}`,
      }),
    );
  };

  const disputes: string[] = [];
  const all: (() => unknown)[] = [
    async () => {
      const order = pick(orders.filter(({ payment }) => !payment));
      if (order) order.payment = await sandbox.pay(order.page).catch(() => undefined);
    },
    () => {
      const found = refundable();
      return found && attempt(() => sandbox.acts.refund(found.payment.id));
    },
    () => {
      const found = refundable();
      return found && attempt(() => sandbox.acts.refund(found.payment.id, 1 + random(found.left)));
    },
    async () => {
      const found = refundable();
      const { vendors: parts = [] } = found?.order.placed.order ?? {};
      const part = pick(parts) as { total?: number } | undefined;
      return found && attempt(() => sandbox.acts.refund(found.payment.id, part?.total ?? 1));
    },
    () => {
      const found = refundable();
      const reasons = ['goods_or_services_not_received_or_partially_received', 'fraudulent'];
      const reason = pick(reasons);
      const opened =
        found &&
        (attempt(() => sandbox.acts.openDispute({ paymentId: found.payment.id, reason })) as
          | { id: string }
          | undefined);
      if (opened) disputes.push(opened.id);
    },
    () => {
      const id = pick(disputes);
      const move = pick(['under_review', 'won', 'lost', 'closed'] as const) ?? 'won';
      return id && attempt(() => sandbox.acts.moveDispute(id, move));
    },
    () => sandbox.acts.payLink({ amount: 10_000 + random(5_000) }),
    async () => {
      // Paid although the order was given up.
      const order = pick(orders.filter(({ payment }) => !payment));
      if (!order) return;
      await order.buyer.post(`/store/orders/${order.placed.order.id}/cancel`, {});
      order.payment = await sandbox.pay(order.page).catch(() => undefined);
    },
    () => sandbox.control({ dropWebhooks: random(3) === 0 }),
    () => sandbox.control({ duplicateWebhooks: random(2) === 0, shuffle: random(2) === 0 }),
    () => sandbox.control({ deductAtOnset: random(2) === 0 }),
    async () => {
      const order = pick(paid());
      const body = { reason: 'Damaged', amount: 1_000 + random(9_000) };
      if (order) await admin.post(`/admin/orders/${order.placed.order.id}/refunds`, body);
    },
    async () => {
      const order = pick(paid());
      if (order) await order.buyer.post(`/store/orders/${order.placed.order.id}/cancel`, {});
    },
    () => attempt(() => sandbox.acts.settle(random(4) === 0 ? 'failed' : 'processed')),
    () => {
      const failed = sandbox.balance
        .listSettlements({ from: 0, to: 2 ** 40 })
        .filter(({ status }) => status !== 'processed');
      const settlement = pick(failed);
      return settlement && attempt(() => sandbox.acts.moveSettlement(settlement.id, 'processed'));
    },
    () => sandbox.acts.adjust(random(2_000) - 1_000 || 1, 'Correction'),
    () => sandbox.acts.reserve(random(2) === 0 ? 5_000 : -5_000),
    () => {
      const order = pick(paid());
      const refunds = order?.payment ? sandbox.refunds(order.payment.id) : [];
      const done = pick(refunds.filter(({ status }) => status === 'processed'));
      // Now and then the bank sends one back.
      return done && random(3) === 0 ? attempt(() => sandbox.acts.moveRefund(done.id, 'failed')) : undefined;
    },
    payOut,
  ];
  // Most orders are paid first: the rest of the acts are about them.
  for (const order of orders.slice(0, Math.ceil(count * 0.7)))
    order.payment = await sandbox.pay(order.page).catch(() => undefined);
  const killAt = new Set(Array.from({ length: kills }, () => random(acts)));
  for (let index = 0; index < acts; index += 1) {
    if (killAt.has(index)) {
      await worker.kill();
      worker = await startWorker();
    }
    await all[random(all.length)]?.();
  }

  sandbox.control({ dropWebhooks: false, shuffle: false, duplicateWebhooks: false });
  await sandbox.settled();
  await quiet(shop);
  await runBooks(shop);
  await quiet(shop);
  for (const { id, status } of sandbox.balance.listSettlements({ from: 0, to: 2 ** 40 }))
    if (status !== 'processed') sandbox.acts.moveSettlement(id, 'processed');
  sandbox.acts.settle();
  await sandbox.settled();
  // The day's run.
  await runBooks(shop);
  await quiet(shop);
  await expectNoDifference(shop);
  expect(await moneyProblems(knex)).toEqual([]);
  await expectBooksRight(container);
  await worker.kill();
}

export async function runBooks({ container }: TestShop): Promise<void> {
  const { workflowId } = await container.gateway.start(fetchProviderBooks, {});
  await container.gateway.client.workflow.getHandle(workflowId).result();
}

/** Every webhook is processed, and no refund of ours is on its way. */
async function quiet({ container, sandbox }: TestShop): Promise<void> {
  await eventually(async () => {
    await sandbox.settled();
    const open = await container.knex('payments_webhook_events').whereNull('processedAt');
    expect(open).toEqual([]);
    const pending = await container
      .knex('payments_refunds')
      .where({ status: 'pending', byHand: false, awaitingApproval: false })
      .select('id');
    expect(pending).toEqual([]);
  });
}

/** The gateway's balance and our receipts are the same to the paisa. */
export async function expectNoDifference({ container, sandbox }: TestShop): Promise<void> {
  const row = (await container
    .knex('ledger_entries')
    .where({ account: 'receipts:sandbox' })
    .sum({ amount: 'amount' })
    .first()) as { amount: number | string | null };
  const unsettled = sandbox.balance
    .listSettlements({ from: 0, to: 2 ** 40 })
    .filter(({ status }) => status !== 'processed')
    .reduce((sum, { amount }) => sum + amount, 0);
  expect(Number(row.amount ?? 0) + sandbox.balance.total() + unsettled).toBe(0);
  const unknown = await container.knex('payments_webhook_events').where('outcome', 'like', 'unknown%');
  expect(unknown).toEqual([]);
}

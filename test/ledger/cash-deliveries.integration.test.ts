import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { payableSql } from '#db/ledger/payable-sql.js';
import { readGstr8 } from '#db/invoices/gstr8.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { eventually } from '../_support/eventually.js';
import { setSettings } from '../_support/settings.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import type { TestOrder } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { createHeldOrder } from '../shipping/held-order.js';
import { accountOf, expectBooksRight, postedOf } from './ledger-books.js';

let kernel: TestKernel;
let vendorIds: string[];

beforeAll(async () => {
  kernel = await startKernel();
  await setSettings(kernel.container, {
    'admin.ledger.withhold_taxes': true,
    'admin.tax.tcs_by_supply_from': '',
  });
  vendorIds = [];
  for (let index = 0; index < 3; index += 1)
    vendorIds.push(
      (await createVendor(kernel.container, { commissionBps: 1_000, gstin: `27AAPFU093${index}F1ZV` }))
        .vendorId,
    );
});
afterAll(() => kernel.stop());

const cashOrder = () => createHeldOrder(kernel.container, { vendorIds });
const idOf = (order: TestOrder, index: number) => order.subOrders[index]?.subOrderId ?? '';

type Step = 'fulfil' | 'deliver' | 'cancel';

/** One move of a sub-order in its own transaction. */
async function move(order: TestOrder, index: number, step: Step, at = '2026-11-20T10:00:00Z'): Promise<void> {
  const { unitOfWork, operations } = kernel.container;
  const ctx = systemContext({ name: 'test' }, new Date(at));
  await unitOfWork.run(ctx, async (tx) => {
    const locked = await operations.subOrderTransitions.lock(tx, idOf(order, index));
    if (!locked) throw new Error('There is no such sub-order');
    if (step === 'fulfil') await operations.subOrderTransitions.fulfil(tx, ctx, locked);
    else if (step === 'deliver') await operations.subOrderTransitions.deliver(tx, ctx, locked);
    else
      await operations.subOrderTransitions.cancel(tx, ctx, locked, {
        reason: 'Not to be had',
        pieces: 'restock',
      });
  });
}
async function arrive(order: TestOrder, index: number, at?: string): Promise<void> {
  await move(order, index, 'fulfil', at);
  await move(order, index, 'deliver', at);
}
const orderRow = (order: TestOrder) =>
  kernel.container.knex('orders').where({ id: order.orderId }).first('paymentStatus', 'paidAt');
const paidEvents = async (order: TestOrder) =>
  (await kernel.container.knex('outbox_events').where({ entityId: order.orderId, type: 'order.paid' }))
    .length;
const salesOf = async (order: TestOrder) =>
  (await postedOf(kernel.container, order.orderId)).filter(({ kind }) => kind === 'sale');

it('sells each sub-order with its own delivery, and the order is paid once, with its last', async () => {
  const order = await cashOrder();
  const [first, second, third] = vendorIds as [string, string, string];
  await arrive(order, 0, '2026-10-31T10:00:00Z');
  const [sale] = await salesOf(order);
  expect(await salesOf(order)).toHaveLength(1);
  expect(sale).toMatchObject({
    vendorId: first,
    subOrderId: idOf(order, 0),
    gross: order.subOrders[0]?.total,
  });
  expect(await accountOf(kernel.container, first)).toBe(sale?.net);
  expect(await accountOf(kernel.container, second)).toBe(0);
  expect(await orderRow(order)).toEqual({ paymentStatus: 'unpaid', paidAt: null });
  expect(await paidEvents(order)).toBe(0);
  await expectBooksRight(kernel.container);

  await arrive(order, 1, '2026-11-02T10:00:00Z');
  await move(order, 2, 'fulfil', '2026-11-03T10:00:00Z');
  expect(await salesOf(order)).toHaveLength(2);
  expect(await paidEvents(order)).toBe(0);
  await expectBooksRight(kernel.container);

  await move(order, 2, 'deliver', '2026-11-05T10:00:00Z');
  expect((await salesOf(order)).map(({ vendorId }) => vendorId).sort()).toEqual(
    [first, second, third].sort(),
  );
  expect(await orderRow(order)).toEqual({ paymentStatus: 'paid', paidAt: new Date('2026-11-05T10:00:00Z') });
  expect(await paidEvents(order)).toBe(1);
  await expectBooksRight(kernel.container);

  // The month of each supplier's tax is that of its own delivery.
  const suppliersOf = async (from: string, to: string) =>
    (await readGstr8(kernel.container.knex, { from: new Date(from), to: new Date(to) }, null)).map(
      ({ vendorId }) => vendorId,
    );
  expect(await suppliersOf('2026-10-01', '2026-11-01')).toEqual([first]);
  expect((await suppliersOf('2026-11-01', '2026-12-01')).sort()).toEqual([second, third].sort());
});

it('pays what was delivered where the last sub-order is cancelled', async () => {
  const order = await cashOrder();
  await arrive(order, 0);
  await arrive(order, 1);
  await move(order, 2, 'cancel');
  expect(await salesOf(order)).toHaveLength(2);
  expect(await orderRow(order)).toMatchObject({ paymentStatus: 'paid' });
  expect(await paidEvents(order)).toBe(1);
  await expectBooksRight(kernel.container);
});

it('deliveries at once, and an operator who records the cash meanwhile, sell and pay once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await cashOrder();
    for (const index of [0, 1, 2]) await move(order, index, 'fulfil');
    const { unitOfWork, operations } = kernel.container;
    const ctx = systemContext({ name: 'test' }, new Date('2026-11-21T10:00:00Z'));
    await Promise.all([
      ...[0, 1, 2, 1].map((index) => move(order, index, 'deliver')),
      unitOfWork.run(ctx, async (tx) => {
        const row = (await tx('orders').where({ id: order.orderId }).forUpdate().first()) as never;
        await operations.subOrderTransitions.takeCashByHand(tx, ctx, row);
      }),
    ]);
    expect(await salesOf(order)).toHaveLength(3);
    expect(await orderRow(order)).toMatchObject({ paymentStatus: 'paid' });
    expect(await paidEvents(order)).toBe(1);
  }
  await expectBooksRight(kernel.container);
});

it('a delivery whose process ends before it commits sells nothing, and the next one sells once', async () => {
  const order = await cashOrder();
  await move(order, 0, 'fulfil');
  const { knex } = kernel.container;
  // The connection is lost after the sale was written and before the commit, as by kill -9.
  await knex.raw(`create function lose_connection() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
  await knex.raw(`create constraint trigger lose_connection after insert on ledger_transactions
    deferrable initially deferred for each row execute function lose_connection()`);
  await expect(move(order, 0, 'deliver')).rejects.toThrow();
  // The pool notices a lost connection as it is used.
  await eventually(() => knex.raw('drop trigger if exists lose_connection on ledger_transactions'));
  expect(await salesOf(order)).toEqual([]);
  expect(
    await knex('orders_sub_orders')
      .where({ id: idOf(order, 0) })
      .first('status'),
  ).toEqual({ status: 'fulfilled' });
  await move(order, 0, 'deliver');
  await move(order, 0, 'deliver');
  expect(await salesOf(order)).toHaveLength(1);
  await expectBooksRight(kernel.container);
});

it('a sale is not paid out while a return of it waits for the cash of its order', async () => {
  const order = await cashOrder();
  await arrive(order, 0, '2026-09-01T10:00:00Z');
  const { knex } = kernel.container;
  const payable = async () => {
    const { rows } = await knex.raw<{ rows: { subOrderId: string }[] }>(
      `select e.sub_order_id from ledger_open_entries e where e.sub_order_id = ? and ${payableSql(`'2026-10-01'::timestamptz`)}`,
      [idOf(order, 0)],
    );
    return rows.length;
  };
  expect(await payable()).toBe(1);
  const lineId =
    (
      await knex('orders_lines')
        .where({ subOrderId: idOf(order, 0) })
        .first('id')
    )?.id ?? '';
  const returnId = await receivedReturn(order, lineId);
  expect(await payable()).toBe(0);
  // With the last delivery it is refunded, which holds the sale further on.
  await arrive(order, 1);
  await arrive(order, 2);
  expect(await knex('returns_requests').where({ id: returnId }).first('refundId')).toEqual({
    refundId: returnId,
  });
  expect(await payable()).toBe(0);
  await expectBooksRight(kernel.container);
});

async function receivedReturn(order: TestOrder, lineId: string): Promise<string> {
  const { knex } = kernel.container;
  const id = crypto.randomUUID();
  await knex('returns_requests').insert({
    id,
    orderId: order.orderId,
    subOrderId: idOf(order, 0),
    vendorId: vendorIds[0],
    origin: 'buyer',
    reason: 'Broken',
    status: 'received',
    createdAt: new Date('2026-09-04T10:00:00Z'),
    receivedAt: new Date('2026-09-05T10:00:00Z'),
  } as never);
  await knex('returns_lines').insert({ returnId: id, lineId, quantity: 1 } as never);
  return id;
}

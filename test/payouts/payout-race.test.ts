import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPayoutRunsRepository } from '#db/payouts/payout-runs.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createVendor } from '../_support/vendors.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { deliveredSale } from './payable-vendor.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

const context = () => systemContext({ name: 'test' }, new Date());

async function payOut(vendorId: string): Promise<{ id: string } | { balance: number }> {
  const { unitOfWork, operations } = kernel.container;
  const ctx = context();
  return unitOfWork.run(ctx, (tx) =>
    operations.payoutSteps.create(tx, ctx, { vendorId, until: new Date(), bank: 'encrypted' }),
  );
}

async function refundAll(orderId: string): Promise<void> {
  const { unitOfWork, operations } = kernel.container;
  const ctx = context();
  const id = await unitOfWork.run(ctx, async (tx) => {
    const order = (await tx('orders').where({ id: orderId }).forUpdate().first()) as never;
    return operations.refundOrder(tx, ctx, order, { reason: 'Damaged' });
  });
  const end = { status: 'processed' as const, providerRefundId: `rfnd-${id}` };
  await unitOfWork.run(ctx, (tx) => operations.refundSettlement(tx, ctx, id, end));
}

it('payouts and a refund at once pay no entry twice, and lose none', async () => {
  const { knex } = kernel.container;
  const { vendorId } = await createVendor(kernel.container, { commissionBps: 1_000 });
  const orders = [];
  for (let index = 0; index < 6; index += 1) orders.push(await deliveredSale(kernel.container, vendorId));
  const refunded = orders.slice(0, 2).map(({ orderId }) => refundAll(orderId));
  const made = await Promise.all([payOut(vendorId), payOut(vendorId), payOut(vendorId), ...refunded]);
  expect(made.filter((entry) => entry && 'id' in entry).length).toBeGreaterThanOrEqual(1);
  const last = await payOut(vendorId);
  const { rows } = await knex.raw<{ rows: { open: number; paid: number; account: number }[] }>(
    `select (select coalesce(sum(amount), 0) from ledger_open_entries where vendor_id = ?)::bigint as open,
       (select coalesce(sum(amount), 0) from payouts where vendor_id = ?)::bigint as paid,
       (select sum(amount) from ledger_entries where vendor_id = ?)::bigint as account`,
    [vendorId, vendorId, vendorId],
  );
  const [sums] = rows;
  expect((sums?.open ?? 0) + (sums?.paid ?? 0)).toBe(sums?.account);
  // A refund that came after the payout of its sale is carried over.
  if ('balance' in last) expect(last.balance).toBe(sums?.open);
  await expectBooksRight(kernel.container);
});

it('a run moves on from the vendor that it was at, or not at all', async () => {
  const { unitOfWork, knex } = kernel.container;
  const runs = createPayoutRunsRepository(knex);
  const ctx = context();
  const [id, first, second] = [newId(), newId(), newId()];
  const run = { id, until: ctx.now, minimum: 1, createdAt: ctx.now, actor: ctx.actor };
  expect(await unitOfWork.run(ctx, (tx) => runs.insert(tx, run))).toBe(true);
  expect(await unitOfWork.run(ctx, (tx) => runs.insert(tx, { ...run, id: newId() }))).toBe(false);
  await unitOfWork.run(ctx, (tx) => runs.begin(tx, id, ctx.now));
  const advance = (cursor: string | null, vendorId: string) =>
    unitOfWork.run(ctx, (tx) => runs.advance(tx, { id, cursor }, vendorId, { kind: 'nothing' }, ctx.now));
  expect(await Promise.all([advance(null, first), advance(null, first)])).toContain(false);
  expect(await advance(null, second)).toBe(false);
  expect(await advance(first, second)).toBe(true);
  expect(await runs.find(id)).toMatchObject({ cursor: second, vendors: 2 });
});

import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { HttpClient } from '../_support/http-client.js';
import type { TestOrder } from '../_support/orders.js';
import type { TestPlatform } from '../_support/platform.js';
import { createHeldOrder, stockMismatches, stockOf } from './held-order.js';

/** On hand of a test order's variants, and what it holds of them. */
const OPENING = { onHand: 200, reserved: 3 };
const PIECES = OPENING.reserved;

interface SubOrderModel {
  status: 'pending' | 'fulfilled' | 'delivered' | 'cancelled';
  total: number;
  onHand: number;
  reserved: number;
}

/** An order with two sub-orders, as plainly as can be. */
interface Model {
  paid: boolean;
  subOrders: SubOrderModel[];
}

interface Real {
  platform: TestPlatform;
  admin: HttpClient;
  order: TestOrder;
}

function statusOf({ subOrders }: Model): string {
  const left = subOrders.filter(({ status }) => status !== 'cancelled').map(({ status }) => status);
  if (left.length === 0) return 'cancelled';
  if (!left.includes('pending')) return left.includes('fulfilled') ? 'fulfilled' : 'delivered';
  return left.every((status) => status === 'pending') ? 'confirmed' : 'partially_fulfilled';
}

const totalOf = ({ subOrders }: Model, status: SubOrderModel['status']) =>
  subOrders.filter((subOrder) => subOrder.status === status).reduce((sum, { total }) => sum + total, 0);

async function check(model: Model, { platform: { container }, order }: Real): Promise<void> {
  for (const [index, subOrder] of model.subOrders.entries()) {
    const id = order.subOrders[index]?.subOrderId ?? '';
    expect(await stockOf(container, id)).toEqual({ onHand: subOrder.onHand, reserved: subOrder.reserved });
  }
  const { rows } = await container.knex.raw<{ rows: Record<string, unknown>[] }>(
    `select o.status, o.payment_status = 'paid' as cash_in,
       (select array_agg(p.status order by p.id) from orders_sub_orders p where p.order_id = o.id) as sub_orders,
       (select captured_amount from payments where order_id = o.id) as captured,
       (select coalesce(sum(amount), 0)::bigint from payments_refunds where order_id = o.id) as refunded
     from orders o where o.id = ?`,
    [order.orderId],
  );
  const ids = order.subOrders.map(({ subOrderId }) => subOrderId);
  const byId = [...ids.keys()].sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
  const open = model.subOrders.some(({ status }) => status === 'pending' || status === 'fulfilled');
  const cash = open ? 0 : totalOf(model, 'delivered');
  const money = model.paid
    ? { refunded: totalOf(model, 'cancelled') }
    : { refunded: 0, cashIn: cash > 0, captured: cash > 0 ? cash : null };
  expect(rows[0]).toMatchObject({
    status: statusOf(model),
    subOrders: byId.map((index) => model.subOrders[index]?.status),
    ...money,
  });
}

type Move = (subOrder: SubOrderModel) => number;

const moves: Record<string, Move> = {
  fulfilled(subOrder) {
    if (subOrder.status !== 'pending') return 409;
    Object.assign(subOrder, { status: 'fulfilled', onHand: subOrder.onHand - PIECES, reserved: 0 });
    return 200;
  },
  delivered(subOrder) {
    if (subOrder.status === 'delivered') return 200;
    if (subOrder.status !== 'fulfilled') return 409;
    subOrder.status = 'delivered';
    return 200;
  },
  'cancelled, restocked': (subOrder) => cancel(subOrder, true),
  'cancelled, lost': (subOrder) => cancel(subOrder, false),
};

function cancel(subOrder: SubOrderModel, restock: boolean): number {
  if (subOrder.status === 'cancelled') return 200;
  if (subOrder.status === 'delivered') return 409;
  if (subOrder.status === 'fulfilled' && restock) subOrder.onHand += PIECES;
  Object.assign(subOrder, { status: 'cancelled', reserved: 0 });
  return 200;
}

const bodies: Record<string, object | undefined> = {
  fulfilled: { providerId: 'self-handled', trackingCode: 'OWN-1' },
  'cancelled, restocked': { reason: 'Broken', restock: true },
  'cancelled, lost': { reason: 'Broken' },
};

class Step implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly move: string,
    readonly index: number,
  ) {}
  check = () => true;
  toString = () => `sub-order ${this.index} ${this.move}`;
  async run(model: Model, real: Real): Promise<void> {
    const subOrder = model.subOrders[this.index];
    const id = real.order.subOrders[this.index]?.subOrderId ?? '';
    if (!subOrder) throw new Error('There are two sub-orders');
    const expected = moves[this.move]?.(subOrder);
    const path = `/admin/orders/vendors/${id}/${this.move.split(',')[0]}`;
    const { status } = await real.admin.post(path, bodies[this.move]);
    expect(status).toBe(expected);
    await check(model, real);
  }
}

/** Random moves of the two sub-orders of paid and cash orders, against the model. */
export async function runSubOrderMachine(
  platform: TestPlatform,
  { admin, vendorIds }: { admin: HttpClient; vendorIds: string[] },
  { runs, seed }: { runs: number; seed: number },
): Promise<void> {
  const step = fc
    .tuple(fc.constantFrom(...Object.keys(moves)), fc.nat({ max: 1 }))
    .map(([move, index]) => new Step(move, index));
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.commands([step], { maxCommands: 9, size: 'max' }),
      async (paid, sequence) => {
        const order = await createHeldOrder(platform.container, { vendorIds, paid });
        const setup = () => ({
          model: {
            paid,
            subOrders: order.subOrders.map(({ total }): SubOrderModel => ({
              status: 'pending',
              total,
              ...OPENING,
            })),
          },
          real: { platform, admin, order },
        });
        await fc.asyncModelRun(setup, sequence);
      },
    ),
    { numRuns: runs, seed },
  );
  expect(await stockMismatches(platform.container)).toBe(0);
}

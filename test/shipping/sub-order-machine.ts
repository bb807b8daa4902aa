import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { HttpClient } from '../_support/http-client.js';
import type { TestOrder } from '../_support/orders.js';
import type { TestPlatform } from '../_support/platform.js';
import { createHeldOrder, stockMismatches, stockOf } from './held-order.js';

/** On hand of a test order's variants, and what it holds of them. */
const OPENING = { onHand: 200, reserved: 3 };
const PIECES = OPENING.reserved;

interface Part {
  status: 'pending' | 'fulfilled' | 'delivered' | 'cancelled';
  total: number;
  onHand: number;
  reserved: number;
}

/** An order with two sub-orders, as plainly as can be. */
interface Model {
  paid: boolean;
  parts: Part[];
}

interface Real {
  platform: TestPlatform;
  admin: HttpClient;
  order: TestOrder;
}

function statusOf({ parts }: Model): string {
  const left = parts.filter(({ status }) => status !== 'cancelled').map(({ status }) => status);
  if (left.length === 0) return 'cancelled';
  if (!left.includes('pending')) return left.includes('fulfilled') ? 'fulfilled' : 'delivered';
  return left.every((status) => status === 'pending') ? 'confirmed' : 'partially_fulfilled';
}

const totalOf = ({ parts }: Model, status: Part['status']) =>
  parts.filter((part) => part.status === status).reduce((sum, { total }) => sum + total, 0);

async function check(model: Model, { platform: { container }, order }: Real): Promise<void> {
  for (const [index, part] of model.parts.entries()) {
    const id = order.parts[index]?.orderVendorId ?? '';
    expect(await stockOf(container, id)).toEqual({ onHand: part.onHand, reserved: part.reserved });
  }
  const { rows } = await container.knex.raw<{ rows: Record<string, unknown>[] }>(
    `select o.status, o.payment_status = 'paid' as cash_in,
       (select array_agg(p.status order by p.id) from orders_vendors p where p.order_id = o.id) as parts,
       (select captured_amount from payments where order_id = o.id) as captured,
       (select coalesce(sum(amount), 0)::bigint from payments_refunds where order_id = o.id) as refunded
     from orders o where o.id = ?`,
    [order.orderId],
  );
  const ids = order.parts.map(({ orderVendorId }) => orderVendorId);
  const byId = [...ids.keys()].sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
  const open = model.parts.some(({ status }) => status === 'pending' || status === 'fulfilled');
  const cash = open ? 0 : totalOf(model, 'delivered');
  const money = model.paid
    ? { refunded: totalOf(model, 'cancelled') }
    : { refunded: 0, cashIn: cash > 0, captured: cash > 0 ? cash : null };
  expect(rows[0]).toMatchObject({
    status: statusOf(model),
    parts: byId.map((index) => model.parts[index]?.status),
    ...money,
  });
}

type Move = (part: Part) => number;

const moves: Record<string, Move> = {
  fulfilled(part) {
    if (part.status !== 'pending') return 409;
    Object.assign(part, { status: 'fulfilled', onHand: part.onHand - PIECES, reserved: 0 });
    return 200;
  },
  delivered(part) {
    if (part.status === 'delivered') return 200;
    if (part.status !== 'fulfilled') return 409;
    part.status = 'delivered';
    return 200;
  },
  'cancelled, restocked': (part) => cancel(part, true),
  'cancelled, lost': (part) => cancel(part, false),
};

function cancel(part: Part, restock: boolean): number {
  if (part.status === 'cancelled') return 200;
  if (part.status === 'delivered') return 409;
  if (part.status === 'fulfilled' && restock) part.onHand += PIECES;
  Object.assign(part, { status: 'cancelled', reserved: 0 });
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
    const part = model.parts[this.index];
    const id = real.order.parts[this.index]?.orderVendorId ?? '';
    if (!part) throw new Error('There are two sub-orders');
    const expected = moves[this.move]?.(part);
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
            parts: order.parts.map(({ total }): Part => ({ status: 'pending', total, ...OPENING })),
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

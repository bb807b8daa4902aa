import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { createCountCache } from '#db/kernel/count-cache.js';
import { addUpOrderCounts } from '#db/orders/order-counts.repository.js';
import { listAllOrders } from '#db/orders/order-lists.query.js';
import { listVendorOrders } from '#db/orders/vendor-orders.query.js';
import { orderStatuses, paymentStatuses } from '#domain/orders/order.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createBulkShop } from '../analytics/bulk-shop.js';

const ORDERS = 3_000;
let kernel: TestKernel;
let vendorId: string;
const schema = listQuerySchema({
  filters: {
    status: orderStatuses,
    paymentStatus: paymentStatuses,
    placedAt: 'date',
    vendorId: 'id',
    email: 'string',
  },
  sort: ['placedAt', 'grandTotal'],
});

beforeAll(async () => {
  kernel = await startKernel();
  // Ten days, the newest of which ends now: none of the bounds below is the start of a day unless it says so.
  await createBulkShop(kernel, { orders: ORDERS, perDay: 300, until: new Date() });
  const { knex } = kernel.container;
  await knex.raw(
    'create index orders_search on orders using gin (order_number gin_trgm_ops, email gin_trgm_ops)',
  );
  vendorId = (await knex('orders_sub_orders').first<{ vendorId: string }>('vendorId')).vendorId;
});
afterAll(() => kernel.stop());

const list = (query: Record<string, unknown>) =>
  listAllOrders(kernel.container.knex, schema.parse(query), createCountCache());
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
const midnight = (ago: number) => `${day(ago).slice(0, 10)}T00:00:00Z`;

const filterSets: Record<string, string[]> = {
  nothing: [],
  status: ['status:eq:delivered'],
  'one of two states': ['status:in:confirmed,cancelled'],
  'not a state': ['paymentStatus:ne:paid'],
  'both states': ['status:eq:delivered', 'paymentStatus:eq:partially_refunded'],
  'from an instant': [`placedAt:gte:${day(4)}`],
  'from a midnight': [`placedAt:gte:${midnight(4)}`],
  'after a midnight': [`placedAt:gt:${midnight(4)}`],
  'until an instant': [`placedAt:lte:${day(3)}`],
  'before a midnight': [`placedAt:lt:${midnight(3)}`],
  'within a range': [`placedAt:gte:${day(6)}`, `placedAt:lt:${day(2)}`, 'status:eq:delivered'],
  'within hours': [`placedAt:gte:${day(2.3)}`, `placedAt:lt:${day(2.2)}`],
  'two lower bounds': [`placedAt:gte:${day(6)}`, `placedAt:gt:${day(5)}`],
};

/** What the list says of a filter, and what a count says. */
async function totalAndCount(filters: string[]) {
  const { total } = await list({ limit: '1', 'filters[]': filters });
  const rows = kernel.container.knex('orders').count({ n: '*' });
  for (const { field, operator, value } of schema.parse({ 'filters[]': filters }).filters) {
    const sign = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', in: 'in', like: 'ilike' }[
      operator
    ];
    if (operator === 'in') void rows.whereIn(field, value as string[]);
    else void rows.where(field, sign, value as string);
  }
  const [row] = (await rows) as { n: number }[];
  return { total, count: row?.n };
}

describe('totals of the list of orders are those of a count', () => {
  it.each(Object.entries(filterSets))('%s', async (_name, filters) => {
    const { total, count } = await totalAndCount(filters);
    expect(total).toBe(count);
  });

  it('after orders moved to other states, before and after their changes are added up', async () => {
    const { knex, unitOfWork } = kernel.container;
    await knex('orders')
      .where('orderNumber', 'like', 'B-1%')
      .update({ status: 'cancelled', paymentStatus: 'refunded' });
    await knex('orders').where({ orderNumber: 'B-7' }).delete();
    const sets = Object.values(filterSets);
    for (const filters of sets) {
      const { total, count } = await totalAndCount(filters);
      expect([filters, total]).toEqual([filters, count]);
    }
    const added = await unitOfWork.run(kernel.ctx, (tx) => addUpOrderCounts(tx));
    expect(added).toBeGreaterThan(0);
    expect(await knex('orders_counts_changes').count({ n: '*' })).toEqual([{ n: 0 }]);
    for (const filters of sets) {
      const { total, count } = await totalAndCount(filters);
      expect([filters, total]).toEqual([filters, count]);
    }
  });

  it('of a vendor, in its own list and in that of all orders', async () => {
    const { knex } = kernel.container;
    const [all] = (await knex('orders_sub_orders').where({ vendorId }).count({ n: '*' })) as { n: number }[];
    expect((await list({ limit: '1', 'filters[]': [`vendorId:eq:${vendorId}`] })).total).toBe(all?.n);
    await knex('orders_sub_orders')
      .where({ vendorId, status: 'pending' })
      .limit(5)
      .update({ status: 'fulfilled' });
    const vendorSchema = listQuerySchema({
      filters: { status: ['pending', 'fulfilled'] },
      sort: ['placedAt'],
    });
    for (const status of ['pending', 'fulfilled']) {
      const query = vendorSchema.parse({ limit: '1', 'filters[]': [`status:eq:${status}`] });
      const { total } = await listVendorOrders(knex, createCountCache(), vendorId, query);
      const [row] = (await knex('orders_sub_orders')
        .where('vendorId', vendorId)
        .where('status', status)
        .whereNotNull('confirmedAt')
        .count({ n: '*' })) as { n: number }[];
      expect([status, total]).toEqual([status, row?.n]);
    }
  });
});

describe('far pages', () => {
  const cases = ['placedAt:desc', 'placedAt:asc', 'grandTotal:desc'].flatMap((sort) =>
    [[], ['status:eq:delivered'], [`placedAt:gte:${day(8)}`, `placedAt:lt:${day(1)}`]].map(
      (filters) => [sort, filters] as const,
    ),
  );
  it.each(cases)('by %s of %j hold the rows of one long walk', async (sort, filters) => {
    const query = { sort, 'filters[]': [...filters] };
    const ids: string[] = [];
    for (let page = 1; page <= 8; page += 1)
      ids.push(...(await list({ ...query, limit: '100', page: String(page) })).rows.map(({ id }) => id));
    // Page 8 begins at 700, which is far; 25 rows a page reach the same rows by other starts.
    const again: string[] = [];
    for (let page = 1; page <= 32; page += 1)
      again.push(...(await list({ ...query, limit: '25', page: String(page) })).rows.map(({ id }) => id));
    expect(again).toEqual(ids);
    expect(new Set(ids).size).toBe(800);
  });

  it('behind the last one are empty', async () => {
    expect(await list({ page: '9000' })).toMatchObject({ rows: [], hasMore: false });
  });
});

describe('searches', () => {
  const numbers = async (query: Record<string, unknown>) => {
    const { rows, total } = await list({ limit: '100', ...query });
    return { numbers: rows.map(({ orderNumber }) => orderNumber), total };
  };

  it('that are a number or an address list what has it, whatever contains it besides', async () => {
    expect(await numbers({ search: 'B-12' })).toEqual({ numbers: ['B-12'], total: 1 });
    expect(await numbers({ search: 'b-12' })).toEqual({ numbers: ['B-12'], total: 1 });
    const { knex } = kernel.container;
    const { email } = await knex('orders').where({ orderNumber: 'B-20' }).first<{ email: string }>('email');
    const own = await knex('orders')
      .where({ email })
      .orderBy('placedAt', 'desc')
      .pluck<string[]>('order_number');
    expect(await numbers({ search: email })).toEqual({ numbers: own, total: own.length });
  });

  it('that are a part of one list what contains it, in the order of the list', async () => {
    const { knex } = kernel.container;
    const containing = await knex('orders')
      .whereILike('orderNumber', '%-12%')
      .orWhereILike('email', '%-12%')
      .orderBy('placedAt', 'desc')
      .pluck<string[]>('order_number');
    expect(containing.length).toBeGreaterThan(50);
    const found = await numbers({ search: '-12' });
    expect(found).toEqual({ numbers: containing.slice(0, 100), total: containing.length });
    expect(await numbers({ search: '-12', page: '2', limit: '20' })).toEqual({
      numbers: containing.slice(20, 40),
      total: containing.length,
    });
    const delivered = await numbers({ search: '-12', 'filters[]': ['status:eq:cancelled'] });
    expect(delivered.total).toBeLessThan(containing.length);
    expect(await numbers({ search: 'nothing has this' })).toEqual({ numbers: [], total: 0 });
  });

  it('filters that contain a text are found the same way', async () => {
    const found = await numbers({ 'filters[]': ['email:like:buyer-12'] });
    const [row] = (await kernel.container
      .knex('orders')
      .whereILike('email', '%buyer-12%')
      .count({ n: '*' })) as { n: number }[];
    expect(found.total).toBe(row?.n);
  });
});

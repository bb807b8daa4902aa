import { eventually } from '../_support/eventually.js';
import type { Contract } from './contract.js';
import { adjust, firstVariant, move, newOrder, newProduct, pay } from './marketplace.js';
import { absent, filled, int, iso, keys, number, orNull, type Kind, type Shape } from './shapes.js';
import { openStream } from './streams.js';
import { clientsOf, type Table } from './world.js';

const windows = ['today', '7d', '30d', 'all_time'] as const;

const figures = [
  'grossSales',
  'ordersCount',
  'unitsSold',
  'aov',
  'refundsAmount',
  'deliveredOrders',
  'cancelledOrders',
  'avgFulfillSeconds',
  'avgDeliverSeconds',
  'commissionEarned',
  'vendorNetEarnings',
  'payoutsPaid',
  'vendorsTotal',
  'vendorsActive',
  'customersTotal',
  'newCustomers',
  'returningCustomers',
  'productsTotal',
  'productsActive',
  'productsDraft',
  'productsArchived',
  'skusLowStock',
  'skusOutOfStock',
  'inventoryUnitsOnHand',
  'pendingActionCount',
] as const;

const bounded = (most: number, fields: Record<string, Kind>): Kind => ({
  name: `at most ${most} rows of ${Object.keys(fields).join(', ')}`,
  fits: (value) =>
    Array.isArray(value) &&
    value.length <= most &&
    value.every((row: Record<string, unknown>) =>
      Object.entries(fields).every(([field, wanted]) => wanted.fits(row[field])),
    ),
});
const vendorRow = { vendorId: filled, name: filled, revenue: int, orders: int };
const productRow = {
  variantId: filled,
  productId: orNull(filled),
  name: filled,
  sku: orNull(filled),
  units: int,
  revenue: int,
};
const stockRow = {
  variantId: filled,
  sku: orNull(filled),
  name: filled,
  onHand: int,
  threshold: orNull(number),
};
const bucket = { bucket: iso, revenue: int, orders: int };
const delta: Shape = { absolute: number, pct: orNull(number) };
const noDelta = { absolute: 0, pct: null };

interface Snapshot extends Record<(typeof figures)[number], number> {
  window: string;
  computedAt: string | null;
  salesTrend: { bucket: string; revenue: number; orders: number }[];
  statusBreakdown: Record<string, number>;
  topVendorsByRevenue: { revenue: number }[];
  topVendorsByOrders: { orders: number }[];
  topProductsByRevenue: { revenue: number }[];
  topProductsByUnits: { units: number }[];
  lowStockList: { variantId: string; onHand: number; threshold: number | null }[];
  deltas: Record<string, { absolute: number; pct: number | null }> | null;
}

const dashboard = (t: Contract, admin: Parameters<Contract['ok']>[0], window: string) =>
  t.ok<Snapshot>(admin, `GET /admin/analytics/dashboard?window=${window}`);

/** What the dashboard says of a platform whose worker has not run yet. Only true once. */
export const emptyDashboard: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('000 2.2 before the first computation');
  for (const window of windows) {
    const snapshot = await dashboard(t, admin, window);
    t.is(`${window}: window`, snapshot.window, window);
    t.is(`${window}: computedAt`, snapshot.computedAt, null);
    for (const figure of figures) t.is(`${window}: ${figure}`, snapshot[figure], 0);
    t.has(window, snapshot, {
      topVendorsByRevenue: [],
      topVendorsByOrders: [],
      topProductsByRevenue: [],
      topProductsByUnits: [],
      lowStockList: [],
      deltas:
        window === 'all_time'
          ? null
          : { grossSales: noDelta, ordersCount: noDelta, unitsSold: noDelta, commissionEarned: noDelta },
    });
  }
};

/** Refreshes, and reads all windows once each of them was computed anew. */
async function refreshed(t: Contract, admin: Parameters<Contract['ok']>[0]): Promise<Snapshot[]> {
  const before = await Promise.all(windows.map((window) => dashboard(t, admin, window)));
  await t.ok(admin, 'POST /admin/analytics/refresh');
  return eventually(async () => {
    const after = await Promise.all(
      windows.map(async (window) => {
        const { body } = await t.send<Snapshot>(admin, `GET /admin/analytics/dashboard?window=${window}`);
        return body.data;
      }),
    );
    if (after.some(({ computedAt }, n) => (computedAt ?? '') <= (before[n]?.computedAt ?? '')))
      throw new Error('not computed yet');
    return after;
  });
}

export const analytics: Table = async (t, world) => {
  const { admin, customer } = clientsOf(t, world);
  const { email } = world.customer;
  // Of this table alone, so that the vendors that become active are two.
  const [diyas, shawls] = [await world.vendor({ displayName: 'Diya House' }), await world.vendor()];
  const [vendor, otherVendor] = [t.http.as(diyas.token), t.http.as(shawls.token)];

  t.part('000 4.1 dashboard query');
  await t.refused(
    admin,
    'a window that does not exist',
    'GET /admin/analytics/dashboard?window=90d',
    undefined,
    400,
    {
      field: 'query.window',
    },
  );
  await t.refused(admin, 'an empty window', 'GET /admin/analytics/dashboard?window=', undefined, 400, {
    field: 'query.window',
  });
  const usual = await t.ok<Snapshot>(admin, 'GET /admin/analytics/dashboard');
  t.is('the default window', usual.window, '30d');

  t.part('000 4.1 refresh');
  const started = await t.ok<Record<string, unknown>>(admin, 'POST /admin/analytics/refresh');
  t.is('the refresh is enqueued', started, { enqueued: true });
  const again = await t.ok<Record<string, unknown>>(admin, 'POST /admin/analytics/refresh');
  t.is('a rapid repeat joins it', again, { enqueued: true });

  t.part('000 2.2 dashboard figures');
  const diya = firstVariant(await newProduct(vendor));
  const shawl = firstVariant(await newProduct(otherVendor, { variants: [{ price: 120_000, sku: null }] }));
  await newProduct(vendor, { status: 'draft' }, 0);
  await newProduct(vendor, { status: 'archived' }, 0);
  const before = await refreshed(t, admin);

  const both = [{ variantId: diya.id, quantity: 2 }, { variantId: shawl.id }];
  const first = await newOrder(customer, email, both);
  const second = await newOrder(customer, email, [{ variantId: diya.id, quantity: 3 }]);
  const third = await newOrder(customer, email, [{ variantId: shawl.id }]);
  const [ofDiya, ofShawl] = first.vendors.toSorted((subOrder) =>
    subOrder.vendorId === diyas.vendorId ? -1 : 1,
  );
  if (!ofDiya || !ofShawl || !third.vendors[0]) throw new Error('An order lacks a sub-order');
  await move(vendor, ofDiya.id, 'fulfilled');
  await move(vendor, ofDiya.id, 'delivered');
  await move(otherVendor, ofShawl.id, 'fulfilled');
  await move(otherVendor, third.vendors[0].id, 'cancelled');
  await adjust(otherVendor, shawl.id, -98);
  const dashboardBefore = await dashboard(t, admin, 'today');
  t.is('a read does not compute', dashboardBefore.ordersCount, before[0]?.ordersCount);

  const after = await refreshed(t, admin);
  for (const [n, snapshot] of after.entries()) {
    const window = windows[n] ?? '';
    const earlier = before[n];
    if (!earlier) throw new Error('A window is missing');
    const more = (figure: (typeof figures)[number]) => snapshot[figure] - earlier[figure];
    t.is(`${window}: window`, snapshot.window, window);
    t.holds(`${window}: computedAt advanced`, (snapshot.computedAt ?? '') > (earlier.computedAt ?? ''));
    t.shape(window, snapshot, {
      computedAt: iso,
      ...Object.fromEntries(figures.map((figure) => [figure, int])),
      statusBreakdown: keys('pending', 'fulfilled', 'delivered', 'cancelled', 'returned'),
      salesTrend: bounded(400, bucket),
      topVendorsByRevenue: bounded(5, vendorRow),
      topVendorsByOrders: bounded(5, vendorRow),
      topProductsByRevenue: bounded(5, productRow),
      topProductsByUnits: bounded(5, productRow),
      lowStockList: bounded(20, stockRow),
    });
    const total = first.grandTotal + second.grandTotal + third.grandTotal;
    t.is(`${window}: grossSales`, more('grossSales'), total);
    t.is(`${window}: ordersCount`, more('ordersCount'), 3);
    t.is(`${window}: unitsSold`, more('unitsSold'), 7);
    t.is(`${window}: aov`, snapshot.aov, Math.round(snapshot.grossSales / snapshot.ordersCount));
    t.is(`${window}: deliveredOrders`, more('deliveredOrders'), 1);
    t.is(`${window}: cancelledOrders`, more('cancelledOrders'), 1);
    t.is(`${window}: pendingActionCount`, more('pendingActionCount'), 1);
    t.is(`${window}: vendorsActive`, more('vendorsActive'), 2);
    t.is(
      `${window}: productsTotal`,
      snapshot.productsTotal,
      snapshot.productsActive + snapshot.productsDraft + snapshot.productsArchived,
    );
    t.holds(
      `${window}: drafts and archived ones are counted`,
      snapshot.productsDraft > 0 && snapshot.productsArchived > 0,
    );
    t.holds(`${window}: vendorsTotal`, snapshot.vendorsTotal >= 2);
    t.holds(`${window}: customersTotal`, snapshot.customersTotal >= 2);
    t.is(`${window}: returningCustomers`, snapshot.returningCustomers, 0);
    t.holds(`${window}: skusOutOfStock`, snapshot.skusOutOfStock >= earlier.skusOutOfStock);
    t.is(
      `${window}: orders of the trend`,
      snapshot.salesTrend.reduce((sum, item) => sum + item.orders, 0),
      snapshot.ordersCount,
    );
    t.is(
      `${window}: revenue of the trend`,
      snapshot.salesTrend.reduce((sum, item) => sum + item.revenue, 0),
      snapshot.grossSales,
    );
    t.holds(
      `${window}: vendors rank by revenue`,
      falls(snapshot.topVendorsByRevenue.map(({ revenue }) => revenue)),
    );
    t.holds(
      `${window}: vendors rank by orders`,
      falls(snapshot.topVendorsByOrders.map(({ orders }) => orders)),
    );
    t.holds(
      `${window}: products rank by revenue`,
      falls(snapshot.topProductsByRevenue.map(({ revenue }) => revenue)),
    );
    t.holds(
      `${window}: products rank by units`,
      falls(snapshot.topProductsByUnits.map(({ units }) => units)),
    );
    if (window === 'all_time') {
      t.is('all_time: deltas', snapshot.deltas, null);
      continue;
    }
    t.shape(`${window}: deltas`, snapshot.deltas, {
      grossSales: delta,
      ordersCount: delta,
      unitsSold: delta,
      commissionEarned: delta,
    });
    t.is(`${window}: a change from nothing`, snapshot.deltas?.['ordersCount'], {
      absolute: snapshot.ordersCount,
      pct: null,
    });
  }
  const steps = after.map(({ salesTrend: [bucketStart, next] }) =>
    bucketStart && next ? Date.parse(next.bucket) - Date.parse(bucketStart.bucket) : 0,
  );
  const hours = new Date(Date.parse(after[0]?.computedAt ?? '') + 330 * 60_000).getUTCHours();
  t.is(
    'today goes by hours',
    [after[0]?.salesTrend.length, hours > 0 ? steps[0] : 3_600_000],
    [hours + 1, 3_600_000],
  );
  t.is('7d goes by days', [after[1]?.salesTrend.length, steps[1]], [7, 86_400_000]);
  t.is('30d goes by days', [after[2]?.salesTrend.length, steps[2]], [30, 86_400_000]);
  const [month] = after[3]?.salesTrend ?? [];
  t.holds('all_time goes by months of the store', month?.bucket.endsWith('T18:30:00.000Z') === true, month);
};

const falls = (values: readonly number[]): boolean =>
  values.length > 0 && values.every((value, n) => n === 0 || value <= (values[n - 1] ?? 0));

/** Figures of money that moves: commission, net, refunds, stock. */
export const analyticsOfMoney: Table = async (t, world) => {
  const { admin, vendor, customer } = clientsOf(t, world);
  t.part('000 2.2 money and stock');
  const variant = firstVariant(await newProduct(vendor, undefined, 4));
  t.is(
    'the stock has a threshold',
    (await t.send(vendor, `PATCH /vendor/inventory/${variant.id}`, { lowStockThreshold: 3 })).status,
    200,
  );
  const before = await refreshed(t, admin);
  const order = await newOrder(
    customer,
    world.customer.email,
    [{ variantId: variant.id, quantity: 2 }],
    'sandbox',
  );
  await pay(world.sandboxes.payments, admin, order);
  const after = await refreshed(t, admin);
  const [soon, then] = [before[0], after[0]];
  if (!soon || !then) throw new Error('A window is missing');
  t.is('commissionEarned is 10 % of the goods', then.commissionEarned - soon.commissionEarned, 10_000);
  t.is(
    'vendorNetEarnings is what is left',
    then.vendorNetEarnings - soon.vendorNetEarnings,
    order.grandTotal - 10_000,
  );
  t.is('skusLowStock counts what is below its threshold', then.skusLowStock - soon.skusLowStock, 1);
  t.is(
    'inventoryUnitsOnHand does not subtract what is reserved',
    then.inventoryUnitsOnHand,
    soon.inventoryUnitsOnHand,
  );
  t.holds(
    'lowStockList has the variant',
    then.lowStockList.some(({ variantId, threshold }) => variantId === variant.id && threshold === 3),
  );
  const refund = await t.send(admin, `POST /admin/orders/${order.id}/refunds`, {
    reason: 'Damaged',
    amount: 30_000,
  });
  t.is('a refund is made', refund.status < 300, true);
  await eventually(async () => {
    const { body } = await t.send<{ status: string }[]>(admin, `GET /admin/orders/${order.id}/refunds`);
    if (body.data[0]?.status !== 'processed') throw new Error(`The refund is ${body.data[0]?.status}`);
  });
  const [late] = await refreshed(t, admin);
  t.is('refundsAmount is the refunds processed', (late?.refundsAmount ?? 0) - then.refundsAmount, 30_000);
  t.is('commissionEarned counts sales alone', late?.commissionEarned, then.commissionEarned);
  t.holds('vendorNetEarnings falls with a refund', (late?.vendorNetEarnings ?? 0) < then.vendorNetEarnings);
  t.is('grossSales does not fall with a refund', late?.grossSales, then.grossSales);
};

/** The stream of paid orders; its heartbeat takes half a minute. */
export const liveOrders: Table = async (t, world) => {
  const { admin, vendor, customer } = clientsOf(t, world);
  t.part('000 6 live order stream');
  const path = '/admin/analytics/live/orders';
  const bearer = { authorization: `Bearer ${world.superAdmin.token}` };
  const stream = await openStream(world.reached ?? world.url, path, bearer);
  t.is('status', stream.status, 200);
  t.holds(
    'media type',
    (stream.headers.get('content-type') ?? '').startsWith('text/event-stream'),
    stream.headers.get('content-type'),
  );
  const snapshot = await stream.next(({ type }) => type === 'snapshot', 5_000);
  t.is('a frame is one line of data', /^data: \{[^\n]*\}$/.test(snapshot.raw), true);
  t.is('the first frame is a snapshot', stream.frames[0]?.json['type'], 'snapshot');
  t.shape('snapshot', snapshot.json, { type: filled, paidOrdersToday: int, at: iso, data: absent });
  const variant = firstVariant(await newProduct(vendor));
  const order = await newOrder(customer, world.customer.email, [{ variantId: variant.id }], 'sandbox');
  await pay(world.sandboxes.payments, admin, order);
  const paid = await stream.next(
    ({ type, orderNumber }) => type === 'order.paid' && orderNumber === order.orderNumber,
    10_000,
  );
  t.has('order.paid', paid.json, {
    paidOrdersToday: Number(snapshot.json['paidOrdersToday']) + 1,
    orderNumber: order.orderNumber,
    grandTotal: order.grandTotal,
    at: iso,
  });
  const cookie = await openStream(world.reached ?? world.url, path, { cookie: world.superAdmin.cookie });
  const fresh = await cookie.next(({ type }) => type === 'snapshot', 5_000);
  t.is('a new connection counts afresh', fresh.json['paidOrdersToday'], paid.json['paidOrdersToday']);
  cookie.close();
  const heartbeat = await stream.next(({ type }) => type === 'heartbeat', 40_000);
  t.is('heartbeat: its fields', Object.keys(heartbeat.json).sort(), ['at', 'type']);
  t.shape('heartbeat', heartbeat.json, { at: iso });
  t.holds(
    'the heartbeat comes after 30 seconds',
    heartbeat.after > 25_000 && heartbeat.after < 36_000,
    heartbeat.after,
  );
  t.holds('the stream goes on', stream.endedAfter() === undefined);
  stream.close();
};

/** When things happen by the clock. */
export const analyticsTimers: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('000 3 timers');
  const schedules = await t.ok<{ id: string; cron: string }[]>(admin, 'GET /admin/schedules');
  const cronOf = (id: string) => schedules.find((item) => item.id === id)?.cron;
  t.is('the dashboard is computed every ten minutes', cronOf('admin-analytics-refresh'), '*/10 * * * *');
  t.holds(
    'exports are swept once a day',
    /^\d+ \d+ \* \* \*$/.test(cronOf('report-exports-sweep') ?? ''),
    cronOf('report-exports-sweep'),
  );
};

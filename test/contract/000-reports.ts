import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { firstVariant, newOrder, newProduct, unique } from './marketplace.js';
import {
  absent,
  bool,
  filled,
  int,
  iso,
  matching,
  object,
  oneOf,
  orNull,
  text,
  type Kind,
} from './shapes.js';
import { clientsOf, type Table } from './world.js';

const rowsOf = (fields: Record<string, Kind>): Kind => ({
  name: `a list of { ${Object.keys(fields).join(', ')} }`,
  fits: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row: Record<string, unknown>) =>
      Object.entries(fields).every(([field, kind]) => kind.fits(row[field])),
    ),
});
const columnType = oneOf('string', 'number', 'money', 'date', 'datetime', 'boolean');
const days = (count: number, from = Date.now()) => new Date(from + count * 86_400_000).toISOString();

interface Meta {
  key: string;
  columns: { key: string; type: string }[];
  filters: { key: string; type: string; options?: { value: string; label: string }[] }[];
  kpis?: { key: string }[];
  trendSeries?: { key: string; type: string }[];
}

/** Columns, filters, figures and trends of the three built-in reports. */
const builtIn: readonly (readonly [
  key: string,
  columns: string,
  filters: string,
  kpis: string,
  trend: string,
])[] = [
  [
    // `lostDisputes` is ours, behind the documented ones: a lost dispute is no refund.
    'orders',
    'orderNumber placedAt customerEmail status paymentStatus paymentMethod vendorCount itemCount subtotal discountTotal shippingTotal taxTotal grandTotal refundedTotal lostDisputes',
    'status:enum paymentStatus:enum vendorId:vendor',
    'orders grossSales aov refunds',
    'orders grossSales',
  ],
  [
    'discounts',
    'redeemedAt code discountName orderNumber customerEmail discountAmount orderTotal',
    'code:string',
    'redemptions discountTotal orderTotal',
    'redemptions discountTotal',
  ],
  [
    'customers',
    'email name firstOrderAt lastOrderAt ordersCount unitsBought totalSpent aov refundedTotal',
    'email:string customerGroup:string',
    'customers returningCustomers totalSpent',
    '',
  ],
];
const words = (text: string) => text.split(' ').filter(Boolean);

export const reportDefinitions: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('000 2.4 report definitions');
  const all = await t.ok<Meta[]>(admin, 'GET /admin/reports');
  for (const [key, columns, filters, kpis, trend] of builtIn) {
    const meta = await t.ok<Meta>(admin, `GET /admin/reports/${key}/meta`);
    t.is(
      `${key}: the list has the same definition`,
      all.find((item) => item.key === key),
      meta,
    );
    t.shape(key, meta, {
      key: filled,
      title: filled,
      description: filled,
      dateField: filled,
      columns: rowsOf({ key: filled, label: filled, type: columnType }),
      filters: rowsOf({ key: filled, label: filled, type: oneOf('enum', 'vendor', 'string') }),
      kpis: rowsOf({ key: filled, label: filled, type: oneOf('number', 'money') }),
      trendSeries: trend ? rowsOf({ key: filled, label: filled, type: oneOf('number', 'money') }) : absent,
    });
    t.is(
      `${key}: columns`,
      meta.columns.map((item) => item.key),
      words(columns),
    );
    t.is(
      `${key}: filters`,
      meta.filters.map((item) => `${item.key}:${item.type}`),
      words(filters),
    );
    t.is(
      `${key}: figures`,
      meta.kpis?.map((item) => item.key),
      words(kpis),
    );
    for (const filter of meta.filters)
      t.is(
        `${key}: only an enum has options (${filter.key})`,
        Array.isArray(filter.options),
        filter.type === 'enum',
      );
  }
  const status = all.find(({ key }) => key === 'orders')?.filters.find(({ key }) => key === 'status');
  t.is(
    'options of the order status',
    status?.options?.map(({ value }) => value),
    ['pending_payment', 'confirmed', 'partially_fulfilled', 'fulfilled', 'delivered', 'cancelled'],
  );

  t.part('000 7 unknown reports');
  await t.lines(admin, [
    ['unknown key', 'GET /admin/reports/nonsense', 404],
    ['unknown key', 'GET /admin/reports/nonsense/meta', 404],
    ['unknown key', 'GET /admin/reports/nonsense/summary', 404],
    ['unknown key', 'GET /admin/reports/nonsense/trend', 404],
    [
      'unknown key',
      'POST /admin/reports/nonsense/export',
      { format: 'csv', from: days(-1), to: days(0) },
      404,
    ],
  ]);
};

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

export const reportRuns: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  const seller = await world.vendor();
  const other = await world.vendor();
  const buyer = await world.account();
  const http = t.http.as(buyer.token);
  const first = firstVariant(await newProduct(t.http.as(seller.token)));
  const another = firstVariant(await newProduct(t.http.as(other.token)));
  const code = `RUN-${unique().toUpperCase()}`;
  data(
    await admin.post('/admin/discounts', { name: 'Opening', code, discountType: 'PERCENTAGE', value: 10 }),
  );
  const orders = [];
  for (const items of [[first], [first, another], [another]])
    orders.push(
      await newOrder(
        http,
        buyer.email,
        items.map(({ id }) => ({ variantId: id })),
      ),
    );
  const couponed = await newOrder(http, buyer.email, [{ variantId: first.id }], 'cod', code);

  t.part('000 4.2 report run');
  const mine = { status: 'confirmed', vendorId: seller.vendorId };
  type Row = Record<string, unknown> & { orderNumber: string; placedAt: string };
  const rows = await t.page<Row>(
    admin,
    `GET /admin/reports/orders?${query({ filters: JSON.stringify(mine) })}`,
    { limit: 100 },
  );
  t.is('a vendor keeps the whole orders it has a part of', rows.length, 3);
  t.ordered(
    'newest first',
    rows.map(({ placedAt }) => placedAt),
    'descending',
  );
  t.shape('a row', rows[0], {
    orderNumber: filled,
    placedAt: iso,
    customerEmail: filled,
    status: filled,
    paymentStatus: filled,
    paymentMethod: filled,
    vendorCount: int,
    itemCount: int,
    subtotal: int,
    discountTotal: int,
    shippingTotal: int,
    taxTotal: int,
    grandTotal: int,
    refundedTotal: int,
  });
  const both = rows.find(({ vendorCount }) => vendorCount === 2);
  t.has('an order of two vendors', both, {
    grandTotal: orders[1]?.grandTotal,
    itemCount: 2,
    customerEmail: buyer.email,
  });
  const [newest, middle] = rows;
  if (!newest || !middle) throw new Error('The report has too few rows');
  const filters = JSON.stringify({ vendorId: seller.vendorId });
  const within = (from: string, to: string) =>
    t.page<Row>(admin, `GET /admin/reports/orders?${query({ filters, from, to })}`);
  t.is(
    'from is inclusive',
    (await within(newest.placedAt, days(1))).map(({ orderNumber }) => orderNumber),
    [newest.orderNumber],
  );
  t.is(
    'to is exclusive',
    (await within(middle.placedAt, newest.placedAt)).map(({ orderNumber }) => orderNumber),
    [middle.orderNumber],
  );
  const paged = await t.page<Row>(
    admin,
    `GET /admin/reports/orders?${query({ filters, limit: '1', offset: '1' })}`,
    { limit: 1, offset: 1 },
  );
  t.is(
    'limit and offset',
    paged.map(({ orderNumber }) => orderNumber),
    [middle.orderNumber],
  );
  t.is(
    'an offset past the end',
    (await t.page(admin, `GET /admin/reports/orders?${query({ filters, offset: '99' })}`, { offset: 99 }))
      .length,
    0,
  );
  await t.page(admin, 'GET /admin/reports/orders?limit=1', { limit: 1 });
  await t.page(admin, 'GET /admin/reports/orders?limit=500', { limit: 500 });
  await t.lines(admin, [
    ['limit 0', 'GET /admin/reports/orders?limit=0', 400, 'at:query.limit'],
    ['limit 501', 'GET /admin/reports/orders?limit=501', 400, 'at:query.limit'],
    ['a limit in words', 'GET /admin/reports/orders?limit=ten', 400, 'at:query.limit'],
    ['a negative offset', 'GET /admin/reports/orders?offset=-1', 400, 'at:query.offset'],
    ['no instant', 'GET /admin/reports/orders?from=yesterday', 400, 'at:query.from'],
    ['no instant', 'GET /admin/reports/orders?to=tomorrow', 400, 'at:query.to'],
    ['from after to', `GET /admin/reports/orders?${query({ from: days(0), to: days(-1) })}`, 400],
    ['from as to', `GET /admin/reports/orders?${query({ from: days(-1, 0), to: days(-1, 0) })}`, 400],
    ['filters that are no JSON', 'GET /admin/reports/orders?filters={status', 400, 'at:query.filters'],
    ['an unknown filter', `GET /admin/reports/orders?${query({ filters: '{"colour":"red"}' })}`, 400],
    ['an unknown status', `GET /admin/reports/orders?${query({ filters: '{"status":"lost"}' })}`, 400],
    ['the same rules', 'GET /admin/reports/orders/summary?from=yesterday', 400, 'at:query.from'],
    ['the same rules', 'GET /admin/reports/orders/trend?filters=x', 400, 'at:query.filters'],
  ]);

  const used = await t.page<Record<string, unknown>>(
    admin,
    `GET /admin/reports/discounts?${query({ filters: JSON.stringify({ code: code.toLowerCase() }) })}`,
  );
  t.is('one row for a redemption', used.length, 1);
  t.has('a redemption', used[0], {
    redeemedAt: iso,
    code,
    discountName: 'Opening',
    orderNumber: filled,
    customerEmail: buyer.email,
    discountAmount: 5_000,
    orderTotal: couponed.grandTotal,
  });
  const people = await t.page<Record<string, unknown>>(
    admin,
    `GET /admin/reports/customers?${query({ filters: JSON.stringify({ email: buyer.email.toUpperCase() }) })}`,
  );
  t.is('a customer of several orders has one row', people.length, 1);
  const spent = orders.reduce((sum, { grandTotal }) => sum + grandTotal, 0) + couponed.grandTotal;
  t.has('a customer', people[0], {
    email: buyer.email,
    name: filled,
    firstOrderAt: iso,
    lastOrderAt: iso,
    ordersCount: 4,
    unitsBought: 5,
    totalSpent: spent,
    aov: Math.round(spent / 4),
    refundedTotal: 0,
  });
  t.is(
    'a customer without an order in the range is absent',
    await t.page(
      admin,
      `GET /admin/reports/customers?${query({ filters: JSON.stringify({ email: buyer.email }), from: days(-20), to: days(-10) })}`,
    ),
    [],
  );
  t.is(
    'a customer who never ordered is absent',
    await t.page(
      admin,
      `GET /admin/reports/customers?${query({ filters: JSON.stringify({ email: world.superAdmin.email }) })}`,
    ),
    [],
  );

  t.part('000 2.4 report summary');
  type Kpi = { key: string; label: string; type: string; value: number | null };
  const total = rows.reduce((sum, row) => sum + Number(row['grandTotal']), 0);
  const summary = await t.ok<{ kpis: Kpi[] }>(
    admin,
    `GET /admin/reports/orders/summary?${query({ filters })}`,
  );
  t.is(
    'figures',
    summary.kpis.map(({ key, type, value }) => [key, type, value]),
    [
      ['orders', 'number', 3],
      ['grossSales', 'money', total],
      ['aov', 'money', Math.round(total / 3)],
      ['refunds', 'money', 0],
    ],
  );
  t.holds(
    'each has a label',
    summary.kpis.every(({ label }) => label !== ''),
  );
  const nothing = await t.ok<{ kpis: Kpi[] }>(
    admin,
    `GET /admin/reports/orders/summary?${query({ filters, from: days(-9), to: days(-8) })}`,
  );
  t.is(
    'a figure that cannot be computed is null',
    nothing.kpis.find(({ key }) => key === 'aov')?.value,
    null,
  );
  t.is('the number of none is 0', nothing.kpis.find(({ key }) => key === 'orders')?.value, 0);
  for (const key of ['discounts', 'customers']) {
    const { kpis } = await t.ok<{ kpis: Kpi[] }>(admin, `GET /admin/reports/${key}/summary`);
    t.shape(key, { kpis }, { kpis: rowsOf({ key: filled, label: filled, type: filled }) });
  }

  t.part('000 2.4 report trend');
  interface Trend {
    granularity: string;
    series: { key: string; label: string; type: string }[];
    points: Record<string, unknown>[];
  }
  const trend = (fields: Record<string, string>) =>
    t.ok<Trend>(admin, `GET /admin/reports/orders/trend?${query({ filters, ...fields })}`);
  const short = await trend({ from: days(-29), to: days(1) });
  t.is('30 days go by days', short.granularity, 'day');
  t.is(
    'series',
    short.series.map(({ key, type }) => [key, type]),
    [
      ['orders', 'number'],
      ['grossSales', 'money'],
    ],
  );
  t.shape('points', short, { points: rowsOf({ bucket: iso, orders: int, grossSales: int }) });
  t.is(
    'the points add up',
    short.points.reduce((sum, point) => sum + Number(point['grossSales']), 0),
    total,
  );
  t.ordered(
    'buckets',
    short.points.map(({ bucket }) => bucket),
  );
  t.is('60 days go by days', (await trend({ from: days(-60), to: days(0) })).granularity, 'day');
  t.is('100 days go by months', (await trend({ from: days(-100), to: days(0) })).granularity, 'month');
  const none = await t.ok<Trend>(admin, 'GET /admin/reports/customers/trend');
  t.is('a report without a trend', [none.series, none.points], [[], []]);
};

export const reportExports: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('000 4.2 export creation');
  const range = { from: days(-3), to: days(1) };
  const url = 'POST /admin/reports/orders/export';
  await t.lines(admin, [
    ['no body', url, {}, 400],
    ['no from', url, { format: 'csv', to: range.to }, 400, 'at:body.from'],
    ['no to', url, { format: 'csv', from: range.from }, 400, 'at:body.to'],
    ['no format', url, range, 400, 'at:body.format'],
    ['another format', url, { ...range, format: 'pdf' }, 400, 'at:body.format'],
    [
      'filters as text',
      url,
      { ...range, format: 'csv', filters: '{"status":"confirmed"}' },
      400,
      'at:body.filters',
    ],
    ['an unknown filter', url, { ...range, format: 'csv', filters: { colour: 'red' } }, 400],
    ['367 days', url, { format: 'csv', from: days(-367), to: days(0) }, 400],
    ['from after to', url, { format: 'csv', from: days(1), to: days(0) }, 400],
    ['no such export', 'GET /admin/report-exports/0190aaaa-0000-7000-8000-000000000000', 404],
    ['a malformed id', 'GET /admin/report-exports/nonsense', 404],
    ['no such export', 'GET /admin/report-exports/0190aaaa-0000-7000-8000-000000000000/download', 404],
  ]);
  interface Export {
    id: string;
    status: string;
    downloadUrl?: string;
    fileName: string;
    fileSize: number;
    rowCount: number;
    completedAt: string;
    expiresAt: string;
  }
  const row = {
    id: filled,
    format: oneOf('csv', 'xlsx'),
    truncated: bool,
    createdAt: iso,
    error: orNull(text),
    params: object,
    reportKey: filled,
  };
  const files: Export[] = [];
  for (const format of ['csv', 'xlsx']) {
    const filters = { status: 'confirmed' };
    const made = await t.ok<Export>(admin, url, { ...range, format, filters }, 201, format);
    t.shape(`${format}: created`, made, row);
    t.has(`${format}: created`, made, {
      status: 'pending',
      reportKey: 'orders',
      format,
      downloadUrl: absent,
      'params.filters': filters,
      'params.from': iso,
      'params.to': iso,
      error: null,
    });
    t.is(
      `${format}: params are those sent`,
      [Date.parse(String((made as never as { params: { from: string } }).params.from))],
      [Date.parse(range.from)],
    );
    const ready = await eventually(async () => {
      const { body } = await t.send<Export>(admin, `GET /admin/report-exports/${made.id}`);
      if (body.data.status !== 'ready') throw new Error(`The export is ${body.data.status}`);
      return body.data;
    });
    t.shape(`${format}: ready`, ready, {
      ...row,
      rowCount: int,
      fileSize: int,
      completedAt: iso,
      expiresAt: iso,
      error: orNull(text),
      fileName: matching(new RegExp(`^orders_.*\\.${format}$`)),
    });
    t.is(`${format}: error`, (ready as never as { error: unknown }).error, null);
    t.is(`${format}: downloadUrl`, ready.downloadUrl, `/admin/report-exports/${made.id}/download`);
    t.is(
      `${format}: kept for seven days`,
      Date.parse(ready.expiresAt) - Date.parse(ready.completedAt),
      7 * 86_400_000,
    );
    const file = await admin.raw('GET', ready.downloadUrl ?? '');
    t.is(`${format}: download`, file.status, 200);
    t.holds(
      `${format}: is an attachment`,
      (file.headers.get('content-disposition') ?? '').startsWith('attachment'),
      file.headers.get('content-disposition'),
    );
    const bytes = Buffer.from(await file.arrayBuffer());
    t.is(`${format}: fileSize`, bytes.length, ready.fileSize);
    if (format === 'csv') {
      t.is(
        'csv: begins with a BOM and the labels',
        bytes.toString('utf8').startsWith('\uFEFFOrder number,Placed at,'),
        true,
      );
      t.is(
        'csv: one line for a row',
        bytes.toString('utf8').trimEnd().split('\r\n').length,
        ready.rowCount + 1,
      );
      t.holds(
        'csv: money in units with the currency in its label',
        bytes.toString('utf8').includes('Grand total (INR)'),
      );
    } else t.is('xlsx: is a ZIP', bytes.subarray(0, 2).toString(), 'PK');
    files.push(ready);
  }
  t.is(
    '366 days are taken',
    (await t.send(admin, url, { format: 'csv', from: days(-366), to: days(0) })).status,
    201,
  );

  t.part('000 4.2 export list');
  const listed = await t.page<Export & { createdAt: string; reportKey: string }>(
    admin,
    'GET /admin/report-exports',
    { limit: 50 },
  );
  t.ordered(
    'newest first',
    listed.map(({ createdAt }) => createdAt),
    'descending',
  );
  t.is(
    'an unfinished one has no downloadUrl',
    listed.every(({ status, downloadUrl }) => (status === 'ready') === (downloadUrl !== undefined)),
    true,
  );
  const onlyReady = await t.page<Export>(admin, 'GET /admin/report-exports?status=ready');
  t.holds(
    'by status',
    onlyReady.length >= 2 && onlyReady.every(({ status }) => status === 'ready'),
    onlyReady,
  );
  t.is('by report', (await t.page(admin, 'GET /admin/report-exports?reportKey=customers')).length, 0);
  t.is(
    'limit',
    (await t.page(admin, 'GET /admin/report-exports?limit=1&offset=1', { limit: 1, offset: 1 })).length,
    1,
  );
  await t.lines(admin, [
    ['an unknown status', 'GET /admin/report-exports?status=lost', 400, 'at:query.status'],
    ['limit 0', 'GET /admin/report-exports?limit=0', 400, 'at:query.limit'],
    ['limit 501', 'GET /admin/report-exports?limit=501', 400, 'at:query.limit'],
  ]);

  t.part('000 8 export retention');
  const [file] = files;
  if (!file) throw new Error('No file was made');
  await world.ahead(Date.parse(file.expiresAt) - Date.now() - 60_000);
  t.is('a minute before its end', (await admin.raw('GET', file.downloadUrl ?? '')).status, 200);
  await world.ahead(Date.parse(file.expiresAt) - Date.now() + 1_000);
  await t.refused(admin, 'after seven days', `GET ${file.downloadUrl}`, undefined, 404);
  const kept = await t.ok<Export>(admin, `GET /admin/report-exports/${file.id}`);
  t.has('the row is kept', kept, { status: 'expired', downloadUrl: absent });
  await world.ahead(0);
};

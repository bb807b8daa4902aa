import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { PDFDocument } from 'pdf-lib';
import type { Contract } from './contract.js';
import { firstVariant, move, newOrder, newProduct, type Order } from './marketplace.js';
import { absent, exactly, filled, matching, oneOf, orNull } from './shapes.js';
import { openStream } from './streams.js';
import { clientsOf, type Table, type World } from './world.js';

interface Status {
  status: string;
  invoiceNumber: string | null;
  downloadUrl: string | null;
  streamUrl: string | null;
  jobId: string | null;
}

const serial = matching(/^INV-\d{4}-\d{6}$/);
const readShape = {
  status: oneOf('ready', 'pending', 'failed', 'none'),
  invoiceNumber: orNull(serial),
  downloadUrl: orNull(filled),
  streamUrl: orNull(filled),
  jobId: orNull(filled),
};
const askedShape = {
  status: oneOf('ready', 'pending'),
  invoiceNumber: absent,
  downloadUrl: orNull(filled),
  streamUrl: orNull(filled),
  jobId: orNull(filled),
};
const untouched = { status: 'none', invoiceNumber: null, downloadUrl: null, streamUrl: null, jobId: null };

const read = (t: Contract, client: HttpClient, base: string) => t.ok<Status>(client, `GET ${base}/status`);

const untilReady = (t: Contract, client: HttpClient, base: string): Promise<Status> =>
  eventually(async () => {
    const { body } = await t.send<Status>(client, `GET ${base}/status`);
    if (body.data.status !== 'ready') throw new Error(`${base} is ${body.data.status}`);
    return body.data;
  });

async function twoVendorOrder(t: Contract, world: World, paymentOption = 'cod'): Promise<Order> {
  const { vendor, otherVendor, customer } = clientsOf(t, world);
  const [diya, shawl] = await world.once('invoiced variants', async () => [
    firstVariant(await newProduct(vendor)),
    firstVariant(await newProduct(otherVendor)),
  ]);
  const items = [{ variantId: diya?.id ?? '' }, { variantId: shawl?.id ?? '' }];
  return newOrder(customer, world.customer.email, items, paymentOption);
}

/** The same for an administrator and for the customer whose order it is. */
export const invoices: Table = async (t, world) => {
  const { admin, customer, vendor } = clientsOf(t, world);
  for (const [audience, client, doc] of [
    ['admin', admin, '000 4.3'],
    ['store', customer, '000 4.4'],
  ] as const) {
    const order = await twoVendorOrder(t, world);
    const base = `/${audience}/orders/${order.id}/invoice`;
    const [first, second] = order.vendors;
    if (!first || !second) throw new Error('The order lacks a sub-order');
    const partOf = (id: string) => `/${audience}/orders/${order.id}/vendors/${id}/invoice`;

    t.part(`${doc} invoice status`);
    for (const path of [base, partOf(first.id), partOf(second.id)]) {
      t.is(`${audience}: nothing was asked for`, await read(t, client, path), untouched);
      t.is(`${audience}: reading asks for nothing`, await read(t, client, path), untouched);
      await t.refused(client, 'nobody has asked for it', `GET ${path}`, undefined, 404);
    }

    t.part(`${doc} invoice generate`);
    const asked = await t.ok<Status>(client, `POST ${partOf(first.id)}/generate`);
    t.shape(`${audience}: one sub-order`, asked, askedShape);
    if (asked.status === 'pending')
      t.is(`${audience}: streamUrl`, asked.streamUrl, `${partOf(first.id)}/stream`);
    const ready = await untilReady(t, client, partOf(first.id));
    t.shape(`${audience}: ready`, ready, { ...readShape, invoiceNumber: serial });
    t.has(`${audience}: ready`, ready, { status: 'ready', downloadUrl: partOf(first.id), streamUrl: null });
    t.is(
      `${audience}: the other sub-order was not asked for`,
      (await read(t, client, partOf(second.id))).status,
      'none',
    );
    const again = await t.ok<Status>(client, `POST ${partOf(first.id)}/generate`);
    t.has(`${audience}: what is there is ready`, again, {
      status: 'ready',
      downloadUrl: partOf(first.id),
      jobId: null,
    });

    const all = await Promise.all([1, 2, 3].map(() => t.ok<Status>(client, `POST ${base}/generate`)));
    for (const item of all) t.shape(`${audience}: whole order`, item, askedShape);
    const jobs = new Set(all.map(({ jobId }) => jobId).filter(Boolean));
    t.holds(`${audience}: requests at the same time share a job`, jobs.size <= 1, [...jobs]);
    const whole = await untilReady(t, client, base);
    t.has(`${audience}: whole order`, whole, {
      status: 'ready',
      invoiceNumber: null,
      downloadUrl: base,
      streamUrl: null,
    });
    const other = await untilReady(t, client, partOf(second.id));
    t.shape(`${audience}: the second sub-order`, other, { invoiceNumber: serial });

    t.part(`${doc} invoice download`);
    const files = [
      [base, `invoice-${order.orderNumber}.pdf`, 2],
      [partOf(first.id), `invoice-${ready.invoiceNumber}.pdf`, 1],
      [partOf(second.id), `invoice-${other.invoiceNumber}.pdf`, 1],
    ] as const;
    for (const [path, name, invoicesIn] of files) {
      const file = await client.raw('GET', path);
      t.is(`${path}: status`, file.status, 200);
      t.is(`${path}: media type`, file.headers.get('content-type'), 'application/pdf');
      t.holds(
        `${path}: file name`,
        (file.headers.get('content-disposition') ?? '').includes(name),
        file.headers.get('content-disposition'),
      );
      const pdf = await PDFDocument.load(await file.arrayBuffer());
      t.is(`${path}: pages`, pdf.getPageCount(), invoicesIn);
    }

    t.part(`${doc} invoice scope`);
    const elsewhere = await twoVendorOrder(t, world);
    const strange = `/${audience}/orders/${order.id}/vendors/${elsewhere.vendors[0]?.id}/invoice`;
    const unknown = `/${audience}/orders/0190aaaa-0000-7000-8000-000000000000/invoice`;
    for (const path of [strange, unknown, `/${audience}/orders/nonsense/invoice`])
      await t.lines(client, [
        ['another order, or none', `GET ${path}/status`, 404],
        ['another order, or none', `POST ${path}/generate`, 404],
        ['another order, or none', `GET ${path}`, 404],
        ['another order, or none', `GET ${path}/stream`, 404],
      ]);
  }

  t.part('000 4.3 invoice regenerate');
  const order = await twoVendorOrder(t, world);
  const base = `/admin/orders/${order.id}/invoice`;
  const [first, second] = order.vendors;
  if (!first || !second) throw new Error('The order lacks a sub-order');
  const part = `/admin/orders/${order.id}/vendors/${first.id}/invoice`;
  await t.ok(admin, `POST ${base}/generate`);
  await untilReady(t, admin, base);
  const before = await read(t, admin, part);
  t.shape('one sub-order', await t.ok(admin, `POST ${part}/regenerate`), askedShape);
  await untilReady(t, admin, part);
  t.is('the serial stays', (await read(t, admin, part)).invoiceNumber, before.invoiceNumber);
  t.shape('the whole order', await t.ok(admin, `POST ${base}/regenerate`), askedShape);
  await untilReady(t, admin, base);
  t.is('the serial still stays', (await read(t, admin, part)).invoiceNumber, before.invoiceNumber);
  await t.refused(
    customer,
    'customers cannot regenerate',
    `POST /store/orders/${order.id}/invoice/regenerate`,
    undefined,
    404,
  );
  await t.refused(
    customer,
    'customers cannot regenerate',
    `POST /store/orders/${order.id}/vendors/${first.id}/invoice/regenerate`,
    undefined,
    404,
  );

  t.part('000 2.5 serial numbers');
  const numbers = await Promise.all(
    order.vendors.map(async ({ id, vendorId }) => ({
      vendorId,
      number: (await read(t, admin, `/admin/orders/${order.id}/vendors/${id}/invoice`)).invoiceNumber ?? '',
    })),
  );
  const next = await twoVendorOrder(t, world);
  await t.ok(admin, `POST /admin/orders/${next.id}/invoice/generate`);
  await untilReady(t, admin, `/admin/orders/${next.id}/invoice`);
  const year = financialYear(new Date());
  for (const { vendorId, number } of numbers) {
    const id = next.vendors.find((item) => item.vendorId === vendorId)?.id;
    const following = (await read(t, admin, `/admin/orders/${next.id}/vendors/${id}/invoice`)).invoiceNumber;
    const [, , count] = number.split('-');
    t.is(
      'the next of a vendor follows without a gap',
      following,
      `INV-${year}-${String(Number(count) + 1).padStart(6, '0')}`,
    );
  }

  t.part('000 4.3 cancelled sub-orders');
  const halved = await twoVendorOrder(t, world);
  const cancelled = halved.vendors.find(({ vendorId }) => vendorId === world.owner.vendorId);
  await move(vendor, cancelled?.id ?? '', 'cancelled');
  await t.ok(admin, `POST /admin/orders/${halved.id}/invoice/generate`);
  await untilReady(t, admin, `/admin/orders/${halved.id}/invoice`);
  const merged = await PDFDocument.load(
    await (await admin.raw('GET', `/admin/orders/${halved.id}/invoice`)).arrayBuffer(),
  );
  t.is('a cancelled sub-order is left out', merged.getPageCount(), 1);
  t.is(
    'and has no invoice',
    (await read(t, admin, `/admin/orders/${halved.id}/vendors/${cancelled?.id}/invoice`)).status,
    'none',
  );
};

function financialYear(now: Date): string {
  const local = new Date(now.getTime() + 330 * 60_000);
  const begins = local.getUTCMonth() >= 3 ? local.getUTCFullYear() : local.getUTCFullYear() - 1;
  return `${begins % 100}${(begins + 1) % 100}`;
}

/** An order that waits for its payment, and the orders of other people. */
export const invoiceAccess: Table = async (t, world) => {
  const { admin, customer, otherCustomer } = clientsOf(t, world);
  t.part('000 3 invoice while payment is pending');
  const waiting = await twoVendorOrder(t, world, 'sandbox');
  const nothing = { status: 'pending', jobId: null, downloadUrl: null, streamUrl: null };
  for (const [audience, client] of [
    ['admin', admin],
    ['store', customer],
  ] as const)
    for (const base of [
      `/${audience}/orders/${waiting.id}/invoice`,
      `/${audience}/orders/${waiting.id}/vendors/${waiting.vendors[0]?.id}/invoice`,
    ]) {
      t.is(`${base}: status`, (await read(t, client, base)).status, 'none');
      t.has(`${base}: generate`, await t.ok(client, `POST ${base}/generate`), nothing);
      t.has(`${base}: status after that`, await read(t, client, base), { status: 'none', jobId: null });
    }

  t.part('000 5 invoices of other customers');
  const order = await twoVendorOrder(t, world);
  const whole = `/store/orders/${order.id}/invoice`;
  const part = `/store/orders/${order.id}/vendors/${order.vendors[0]?.id}/invoice`;
  for (const base of [whole, part])
    await t.lines(otherCustomer, [
      ['another customer', `GET ${base}/status`, 404],
      ['another customer', `POST ${base}/generate`, 404],
      ['another customer', `GET ${base}`, 404],
      ['another customer', `GET ${base}/stream`, 404],
    ]);
  for (const base of [whole, part])
    await t.lines(t.http, [
      ['nobody', `GET ${base}/status`, 401],
      ['nobody', `POST ${base}/generate`, 401],
      ['nobody', `GET ${base}`, 401],
      ['nobody', `GET ${base}/stream`, 401],
    ]);
  t.is('and nothing was asked for', (await read(t, customer, whole)).status, 'none');
};

/** Streams of readiness; one of an invoice that nobody asks for takes a minute. */
export const invoiceStreams: Table = async (t, world) => {
  const { customer } = clientsOf(t, world);
  t.part('000 6 invoice readiness stream');
  const url = world.reached ?? world.url;
  const idle = await twoVendorOrder(t, world);
  const idlePath = `/admin/orders/${idle.id}/invoice/stream`;
  const silent = await openStream(url, idlePath, { cookie: world.superAdmin.cookie });
  t.is('status', silent.status, 200);
  t.holds(
    'media type',
    (silent.headers.get('content-type') ?? '').startsWith('text/event-stream'),
    silent.headers.get('content-type'),
  );

  const order = await twoVendorOrder(t, world);
  const bases = [
    ['the customer, by cookie', `/store/orders/${order.id}/invoice`, { cookie: world.customer.cookie }],
    [
      'an administrator, by bearer',
      `/admin/orders/${order.id}/invoice`,
      { authorization: `Bearer ${world.superAdmin.token}` },
    ],
    [
      'one sub-order',
      `/store/orders/${order.id}/vendors/${order.vendors[0]?.id}/invoice`,
      { authorization: `Bearer ${world.customer.token}` },
    ],
  ] as const;
  const streams = [];
  for (const [who, base, headers] of bases)
    streams.push({ who, base, stream: await openStream(url, `${base}/stream`, headers) });
  await t.ok(customer, `POST /store/orders/${order.id}/invoice/generate`);
  for (const { who, base, stream } of streams) {
    const ready = await stream.next(({ status }) => status === 'ready', 20_000);
    t.is(`${who}: the terminal frame`, ready.json, { status: 'ready', downloadUrl: base });
    t.holds(`${who}: one line of data`, /^(id: \w+\n)?data: \{[^\n]*\}$/.test(ready.raw), ready.raw);
    await stream.ended(10_000);
    t.is(`${who}: nothing follows`, stream.frames.at(-1)?.json, ready.json);
    t.is(
      `${who}: what came before is pending`,
      stream.frames
        .slice(0, -1)
        .every(({ json }) => json['status'] === 'pending' && json['heartbeat'] === true),
      true,
    );
  }
  const late = await openStream(url, `/admin/orders/${order.id}/invoice/stream`, {
    cookie: world.superAdmin.cookie,
  });
  const atOnce = await late.next(({ status }) => status === 'ready', 5_000);
  t.is('a ready invoice says so at once', atOnce.json['downloadUrl'], `/admin/orders/${order.id}/invoice`);
  late.close();

  await silent.ended(75_000);
  const frames = silent.frames.map(({ json }) => json);
  t.holds('beats come about every ten seconds', frames.length >= 5 && frames.length <= 8, frames.length);
  t.is(
    'each beat',
    frames.every((frame) => exactly({ status: 'pending', heartbeat: true }).fits(frame)),
    true,
  );
  const end = silent.endedAfter() ?? 0;
  t.holds('the stream closes after about 60 seconds', end > 50_000 && end < 70_000, end);
};

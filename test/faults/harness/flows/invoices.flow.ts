import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { press } from '../clients/buyer-at-the-gateway.js';
import { GaveUp } from '../clients/patient-client.js';
import { createShopper, type Shelf, type Shopper, stockShelves } from '../clients/shopper.js';
import { type Finding, finding, type Flow, type World } from '../flow.js';

const PATIENCE_MS = 180_000;

interface InvoiceState {
  id: string;
  vendorId: string;
  financialYear: string | null;
  sequence: number | null;
  status: string;
  storageKey: string | null;
  fileSize: number | null;
}

/** Invoices asked for by hand, or wished for before the order was confirmed, and downloaded. */
export function createInvoicesFlow(): Flow {
  let shelves: Shelf[] = [];
  const downloaded = new Set<string>();

  /** Waits for the PDF as a page would; a rendering that failed is asked for again. */
  async function download({ points }: World, { http }: Shopper, orderId: string): Promise<Buffer> {
    const base = `/store/orders/${orderId}/invoice`;
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(400)) {
      const { body } = await http.call<{ status: string }>('GET', `${base}/status`);
      if (body.data.status === 'none' || body.data.status === 'failed')
        await http.call('POST', `${base}/generate`);
      if (body.data.status !== 'ready') continue;
      points.reach('download');
      const { status, bytes } = await http.bytes(base, [409, 425]);
      if (status === 200) return bytes;
    }
    throw new GaveUp(`the invoice of order ${orderId} did not become ready`);
  }

  return {
    name: 'invoices',
    clients: 2,
    pauseMs: 500,

    async prepare(world) {
      shelves = await stockShelves(world, 2);
    },

    async round(world, random) {
      const wish = random.chance(0.4);
      const shopper = await createShopper(world, random);
      const items = shelves.map(({ plenty }) => random.pick(plenty));
      const order = await shopper.order(items, wish ? 'sandbox' : 'cod');
      if (!order) throw new Error('an order of what there is plenty of was refused');
      const page = wish ? await shopper.paymentPage(order) : undefined;
      if (wish && !page) return;
      world.points.reach('invoice');
      await shopper.http.call('POST', `/store/orders/${order.orderId}/invoice/generate`, { accept: [409] });
      if (page) await press(page, 'pay');
      await shopper.until(order.orderId, ['confirmed']);
      const bytes = await download(world, shopper, order.orderId);
      if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) || !bytes.includes('%%EOF'))
        throw new Error(`the invoice of order ${order.orderNumber} is no whole PDF (${bytes.length} bytes)`);
      downloaded.add(order.orderId);
    },

    async check(world) {
      const invoices = (await world.container.knex('invoices').orderBy('sequence')) as InvoiceState[];
      return [consecutive(invoices), onePdfEach(world, invoices), await stillThere(world, downloaded)];
    },
  };
}

/** Numbers run from 1 without a gap or a double, per vendor and financial year. */
function consecutive(invoices: readonly InvoiceState[]): Finding {
  const issued = invoices.filter(({ sequence }) => sequence !== null);
  const series = new Map<string, (number | null)[]>();
  for (const { vendorId, financialYear, sequence } of issued) {
    const name = `vendor ${vendorId} in ${financialYear}`;
    series.set(name, [...(series.get(name) ?? []), sequence]);
  }
  const problems = [...series].flatMap(([name, numbers]) => {
    return numbers.every((number, index) => number === index + 1) ? [] : [`${name}: ${numbers.join(', ')}`];
  });
  return finding('invoice numbers are consecutive', issued.length, problems);
}

/** Each issued invoice has its file, whole, and there is no other. */
function onePdfEach({ folder }: World, invoices: readonly InvoiceState[]): Finding {
  const objects = join(folder.storage, 'objects');
  const problems = invoices.flatMap(({ id, status, storageKey, fileSize }) => {
    if (status === 'wished') return [];
    if (status !== 'ready' || !storageKey) return [`invoice ${id} is ${status}`];
    const size = statSync(join(objects, storageKey), { throwIfNoEntry: false })?.size;
    return size === fileSize ? [] : [`the file of invoice ${id} has ${size ?? 'no'} bytes, not ${fileSize}`];
  });
  const known = new Set(invoices.map(({ storageKey }) => storageKey));
  for (const key of filesBelow(objects, 'invoices')) {
    if (key.endsWith('.pdf') && !known.has(key)) problems.push(`${key} belongs to no invoice`);
  }
  return finding('each issued invoice has one whole PDF', invoices.length, problems);
}

async function stillThere({ container: { knex } }: World, orderIds: ReadonlySet<string>): Promise<Finding> {
  const rows = (await knex('invoices').whereIn('orderId', [...orderIds]).where({ status: 'ready' })) as { orderId: string }[]; // prettier-ignore
  const ready = new Set(rows.map(({ orderId }) => orderId));
  const lost = [...orderIds].filter((id) => !ready.has(id));
  return finding(
    'what was downloaded can be downloaded again',
    orderIds.size,
    lost.map((id) => `the invoice of order ${id}`),
  );
}

function filesBelow(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
